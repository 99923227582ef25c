using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>A <c>COMMIT</c> that was not answered with success: what became of the rows, as far as it can be known.</summary>
internal sealed class FailedCommit(IBulkTransaction transaction, ResolvedOptions options, ContextSession session, QuotedNames names, IOBehavior io)
{
    private readonly IOwnLink? _own = transaction as IOwnLink;

    /// <summary>Finds out what is stored, and leaves the transaction.</summary>
    /// <param name="exception">What the commit met.</param>
    /// <param name="last">The rows that were sent last, and their generated keys.</param>
    /// <returns>What to throw; <see langword="null" /> where the rows turn out to be stored all the same.</returns>
    public async ValueTask<Exception?> FindAsync(Exception exception, (BulkPlan Plan, ReadOnlyMemory<BulkRow> Rows, ReadOnlyMemory<long> Keys)? last)
    {
        if (exception is PartlyCommittedException partly)
        {
            await transaction.UndoAsync(lost: false, io).ConfigureAwait(false);
            return PartlyStored(partly);
        }

        bool refused = ServerError.Number(exception) != 0 && (_own is not null || session.IsOpen) && !ServerError.IsOfTheConnection(exception);
        await transaction.UndoAsync(lost: true, io).ConfigureAwait(false);
        bool? stored = refused ? false : await WasCommittedAsync(last).ConfigureAwait(false);
        if (stored == true)
            return null;
        string what = refused ? "The server refused to commit; nothing is stored. See the inner exception."
            : stored == false ? "The connection broke while COMMIT was under way; the rows were looked up, and nothing is stored."
            : "The connection broke while COMMIT was under way: whether the rows are stored is not known. Look before you send them again.";
        return new BulkOperationException(what, exception)
        {
            ErrorNumber = ServerError.Number(exception),
            SqlState = ServerError.State(exception),
            TransactionLost = true,
        };
    }

    private async ValueTask<bool?> WasCommittedAsync((BulkPlan Plan, ReadOnlyMemory<BulkRow> Rows, ReadOnlyMemory<long> Keys)? sent)
    {
        if (_own is not { Connections: 1 } || options.IgnoreMissing || sent is not { } last)
            return null;
        try
        {
            bool? stored = await CommitProof.FindAsync(last.Plan, last.Rows, last.Keys, session, names, io).ConfigureAwait(false);
            // What is not there now may come, as long as the session that was to commit has not ended.
            return stored == false && !_own.HasEnded ? null : stored;
        }
        catch (Exception exception) when (exception is System.Data.Common.DbException or InvalidOperationException or TimeoutException)
        {
            // The server cannot be asked now.
            return null;
        }
    }

    private static BulkOperationException PartlyStored(PartlyCommittedException partly)
        => new($"{partly.Stored.Count} rows are stored: their connections had committed when another one failed to. StoredRowIndexes has their positions.", partly.InnerException)
        {
            ErrorNumber = ServerError.Number(partly.InnerException),
            SqlState = ServerError.State(partly.InnerException),
            RowsAffected = partly.Stored.Count,
            StoredRowIndexes = partly.Stored,
            TransactionLost = true,
        };
}
