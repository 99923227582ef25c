using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.Execution.Recovery;

/// <summary>Finds out what is stored after a <c>COMMIT</c> that failed, or whose answer was lost.</summary>
/// <param name="request">The request.</param>
/// <param name="transaction">Its transaction.</param>
/// <param name="session">The context's session.</param>
/// <param name="member">The member of a cluster that it is on, if that is known.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Ends the wait for another server.</param>
internal sealed class FailedCommit(BulkRequest request, IBulkTransaction transaction, ContextSession session, ClusterMember? member, QuotedNames names, IOBehavior io, CancellationToken token)
{
    private readonly IOwnConnection? _own = transaction as IOwnConnection;

    /// <summary>Finds out what is stored, and ends the transaction object.</summary>
    /// <param name="exception">What the commit failed with.</param>
    /// <param name="last">The rows sent last.</param>
    /// <param name="record">The row by which the call records its commit, if it does.</param>
    /// <param name="rows">The number of the call's rows.</param>
    /// <returns>What is stored, and the exception to throw: none if the rows turn out to be stored.</returns>
    public async ValueTask<(Outcome Outcome, Exception? Failure)> FindAsync(Exception exception, SentRows? last, CommitRecord? record, long rows)
    {
        if (exception is PartlyCommittedException partly)
        {
            await transaction.RollBackAsync(TransactionEnd.None, io).ConfigureAwait(false);
            return Because("", partly.InnerException!, Outcome.Partly(partly.Stored.Count), partly.Stored);
        }

        if (exception is TwoPhaseException together)
            return Because($"{(request.BeginTransaction is null ? "The connections" : "The shards")} could not commit together: {together.Message.TrimEnd('.')}. ", together.InnerException!, Together(together, rows) with { IsOfSeveral = request.BeginTransaction is not null });
        bool isAnswer = ServerError.IsAnswer(exception);
        bool isLost = !isAnswer && (exception is DbException or TimeoutException || BrokenConnectionException.IsMeantBy(exception, session.Connection)
            || (_own is null && BrokenConnectionException.IsOutOfStep(exception) && !await ConnectionProbe.AnswersAsync(session).ConfigureAwait(false)));
        RollbackResult rollback = await transaction.RollBackAsync(isLost ? TransactionEnd.WithConnection : TransactionEnd.None, io).ConfigureAwait(false);
        // An interceptor threw after COMMIT was answered; its exception may come from a server or a network too.
        if (rollback == RollbackResult.Stored)
            return Thrown(Outcome.AllStored(rows), exception);
        if (isAnswer && rollback != RollbackResult.Lost)
        {
            (string why, bool isOfTheMember) = await LimitAsync(exception).ConfigureAwait(false);
            return Because($"The server refused to commit. {why}", exception, Outcome.Of(rollback, transaction.Kind), isTransient: isOfTheMember);
        }

        // The interceptor threw before COMMIT was sent.
        if (!isLost && rollback != RollbackResult.Lost)
            return Thrown(Outcome.Of(rollback, transaction.Kind), exception);

        bool isCutOff = ServerError.IsCutOffCommit(exception);
        // A member of a cluster that is cut off before COMMIT refuses both.
        string how = isAnswer ? "The server refused COMMIT, and ROLLBACK too. " : isCutOff ? "The server was cut off from its cluster during COMMIT. " : "The connection broke during COMMIT. ";
        return await WasCommittedAsync(LookOf(last, record)).ConfigureAwait(false) switch
        {
            true => (Outcome.AllStored(rows), null),
            false => Because(how, exception, Outcome.LookedUp, isTransient: isAnswer || isCutOff),
            null => Because(how, exception, Outcome.CommitNotKnown),
        };
    }

    private static Outcome Together(TwoPhaseException failure, long rows) => failure.End switch
    {
        TwoPhaseEnd.RolledBack => Outcome.TakenBack(failure.Left),
        TwoPhaseEnd.RolledBackInPart => Outcome.Of(RollbackResult.RolledBackInPart, TransactionKind.Own),
        TwoPhaseEnd.Committed => Outcome.Decided(rows, failure.Left),
        TwoPhaseEnd.NotKnown => Outcome.NotDecided(failure.Call),
        _ => throw new UnreachableException($"No rule for {failure.End}."),
    };

    // Group Replication refuses a transaction above its limit, whose size it tells only in the server's log, or any if the member is leaving the group, which makes it read-only.
    private async ValueTask<(string Why, bool IsOfTheMember)> LimitAsync(Exception exception)
    {
        if (ServerError.Number(exception) != ServerError.RefusedByHook)
            return ("", false);
        try
        {
            (long limit, bool isReadOnly) = (await session.QueryAsync(
                "SELECT @@group_replication_transaction_size_limit,@@super_read_only",
                reader => (Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture), Convert.ToInt64(reader.GetValue(1), CultureInfo.InvariantCulture) != 0), io, CancellationToken.None).ConfigureAwait(false))[0];
            return isReadOnly ? ("Its server has left the group. ", true) : (string.Create(
                CultureInfo.InvariantCulture,
                $"Its group takes transactions of at most {limit:N0} bytes (group_replication_transaction_size_limit): set CommitRows, which commits the rows in portions, or raise the limit. "), false);
        }
        catch (DbException)
        {
            return ("", false);
        }
    }

    // What tells whether the transaction is stored: the record of the commit, or else the rows sent last.
    private Func<ContextSession, ValueTask<bool?>>? LookOf(SentRows? last, CommitRecord? record)
        => record is { IsWritten: true } ? record.IsSeenAsync
            : last is null || _own is { Count: > 1 } || request.Options.IgnoresNotFound ? null
            : asked => new CommitCheck(last.Rules, asked, names, asked.IO).FindAsync(last);

    private async ValueTask<bool?> WasCommittedAsync(Func<ContextSession, ValueTask<bool?>>? look)
    {
        if (look is null)
            return null;
        if (_own is null && request.Failover is not null)
            return await new FailoverCheck(request, session, member, look, token).FindAsync().ConfigureAwait(false);
        if (_own is null)
            return await ReconnectAndCheck.LookAsync(session, LookAsync, io).ConfigureAwait(false);
        try
        {
            return await LookAsync(_own.HasEnded).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException)
        {
            // The server cannot be queried at the moment.
            return null;
        }

        // What is not there yet may still appear until the session that sent COMMIT has ended.
        async ValueTask<bool?> LookAsync(bool hasEnded) => await look(session).ConfigureAwait(false) is { } stored && (stored || hasEnded) ? stored : null;
    }

    private (Outcome Outcome, Exception Failure) Thrown(Outcome outcome, Exception exception)
        => (outcome, Failure.Of(exception, request, outcome, CancellationToken.None));

    private (Outcome Outcome, Exception Failure) Because(string what, Exception exception, Outcome outcome, IReadOnlyList<int>? stored = null, bool isTransient = false)
        => (outcome, new BulkOperationException(what + outcome.In(request.Portion).Sentence, BrokenConnectionException.Inside(exception))
        {
            ErrorNumber = ServerError.Number(exception),
            SqlState = ServerError.State(exception),
            IsTransient = isTransient || ServerError.IsTransient(exception),
            RowsAffected = outcome.RowCount,
            StoredRowIndexes = stored ?? [],
            Outcome = outcome.Stored,
            TransactionLost = true,
        });
}
