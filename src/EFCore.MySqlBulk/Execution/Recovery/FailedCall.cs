using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution.Recovery;

/// <summary>A call that failed before its <c>COMMIT</c>: rolls it back, and finds out what is stored.</summary>
internal sealed class FailedCall(IBulkTransaction transaction, StatementSender sender, ContextSession session, QuotedNames names, IOBehavior io)
{
    /// <summary>The outcome of a failure before the first row. A query may be the first to hear that the server has ended the caller's transaction.</summary>
    /// <param name="exception">The failure.</param>
    /// <param name="leavesTransaction">Whether the caller's transaction is left to its owner even then.</param>
    /// <param name="isInCallersTransaction">Whether the call joins a transaction.</param>
    /// <param name="session">The context's session.</param>
    /// <param name="io">The mode.</param>
    public static async ValueTask<Outcome> BeforeRowsAsync(Exception exception, bool leavesTransaction, bool isInCallersTransaction, ContextSession session, IOBehavior io)
        => isInCallersTransaction && ServerError.IsConflict(exception) && session.IsOpen && await SessionTransaction.HasEndedAsync(session, leavesTransaction, io).ConfigureAwait(false)
            ? Outcome.Of(RollbackResult.Ended, TransactionKind.Joined)
            : Outcome.NothingSent with { TransactionLost = isInCallersTransaction && !session.IsOpen };

    /// <param name="exception">The failure.</param>
    /// <param name="rows">The number of all rows of the call, if they were read.</param>
    public async ValueTask<Outcome> FindAsync(Exception exception, int? rows)
    {
        TransactionEnd end = ServerError.IsConflict(exception) || IsTimeoutBehindSavepoint(exception) ? TransactionEnd.ByServer
            : ServerError.IsOfTheConnection(exception) || !session.IsOpen || await IsBrokenAsync(exception).ConfigureAwait(false) ? TransactionEnd.WithConnection
            : TransactionEnd.None;
        RollbackResult rollback = await transaction.RollBackAsync(end, io).ConfigureAwait(false);
        // The call's own transaction does not notice when other code has ended it, or Galera without an error. Nothing of the call was in it before the first row.
        if (transaction.Kind == TransactionKind.Own && (exception is TransactionGoneException || session.StatementProgress.HasLeftTransaction))
            rollback = session.StatementProgress is { HasSent: false, HasLeftTransaction: false } ? RollbackResult.Ended : RollbackResult.Stored;
        return transaction.Kind == TransactionKind.None
            ? await WithoutTransactionAsync(rows, connectionLost: end != TransactionEnd.None || exception is BrokenConnectionException).ConfigureAwait(false)
            : Outcome.Of(rollback, transaction.Kind);
    }

    // With innodb_rollback_on_timeout the server has ended the transaction, as after a deadlock; otherwise its savepoint still exists.
    private bool IsTimeoutBehindSavepoint(Exception exception)
        => ServerError.Number(exception) == ServerError.LockWaitTimeout && transaction is { Kind: TransactionKind.Joined, CanRollBack: true };

    // A driver may fail before it has sent anything; the transaction then still exists.
    private async ValueTask<bool> IsBrokenAsync(Exception exception)
        => exception is BrokenConnectionException broken && (broken.IsCertain || !await ConnectionProbe.AnswersAsync(session).ConfigureAwait(false));

    private async ValueTask<Outcome> WithoutTransactionAsync(int? rows, bool connectionLost)
    {
        switch (session.StatementProgress.State)
        {
            case StatementState.NotSent:
                return Outcome.WithoutTransaction(sender.Tally.Sent, rows, isUnderWay: false, connectionLost);
            case StatementState.Taken:
                return Outcome.WithoutTransaction(sender.Tally.Sent + sender.TakenOfStatement, rows, isUnderWay: false, connectionLost);
            case StatementState.Refused when sender.Current is { Rows.Length: > 1 } many && await TableEngine.KeepsRowsAsync(many.Plan, session, io).ConfigureAwait(false) != false:
                return Outcome.Of(RollbackResult.RolledBackInPart, TransactionKind.None) with { RowCount = sender.Tally.Sent };
            case StatementState.Refused:
                return Outcome.WithoutTransaction(sender.Tally.Sent, rows, isUnderWay: false, connectionLost);
            default:
                bool isUnsent = await WasNotRunAsync(connectionLost).ConfigureAwait(false);
                return Outcome.WithoutTransaction(sender.Tally.Sent, rows, isUnderWay: !isUnsent, connectionLost);
        }
    }

    private async ValueTask<bool> WasNotRunAsync(bool connectionLost)
        => connectionLost && sender.Current is { } current
            && await ReconnectAndCheck.LookAsync(
                session,
                async hasEnded => hasEnded && await new CommitCheck(current.Rules, session, names, io).WasNotRunAsync(current.Plan, current.Rows).ConfigureAwait(false), io).ConfigureAwait(false) == true;
}
