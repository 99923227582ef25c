using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Finds the row because of which the server refused a statement. The server has undone the failed statement, so its halves are sent in
/// turn: a half that succeeds stays until everything is rolled back, so that rows which collide with each other are found too.</summary>
internal static class FailingRow
{
    private const string SearchSavepoint = "mysqlbulk_search";

    /// <summary>The search is made only for errors in the data, and only if everything can be rolled back.</summary>
    public static bool CanSearch(Exception exception, ResolvedOptions options, IBulkTransaction transaction)
        => options.FindFailingRow && ServerError.IsOfTheData(exception) && transaction.Kind is TransactionKind.Own or TransactionKind.Joined or TransactionKind.Ambient or TransactionKind.None;

    /// <summary>Searches for the row. Returns what to throw: the row's own failure, or the statement's if no row fails alone.</summary>
    public static async ValueTask<Exception> FindAsync(
        Exception failure, IBulkStrategy strategy, ReadOnlyMemory<BulkRow> rows, ContextSession session, IBulkTransaction transaction,
        IOBehavior io, CancellationToken token)
    {
        if (rows.Length == 1)
            return new FailedRowException(rows.Span[0], failure);
        if (transaction.CanUndo)
            return await HalveAsync(failure, strategy, rows, io, token).ConfigureAwait(false);
        return transaction.Kind switch
        {
            TransactionKind.None => await FindInOwnTransactionAsync(failure, strategy, rows, session, io, token).ConfigureAwait(false),
            TransactionKind.Ambient => await FindBehindSavepointAsync(failure, strategy, rows, transaction, io, token).ConfigureAwait(false),
            // The caller wants no savepoints in the transaction.
            _ => failure,
        };
    }

    // The call has no savepoint in an ambient transaction. The statement left nothing behind, and the search undoes its own halves.
    private static async ValueTask<Exception> FindBehindSavepointAsync(
        Exception failure, IBulkStrategy strategy, ReadOnlyMemory<BulkRow> rows, IBulkTransaction transaction, IOBehavior io, CancellationToken token)
    {
        transaction.Save(SearchSavepoint);
        Exception found = await HalveAsync(failure, strategy, rows, io, token).ConfigureAwait(false);
        await transaction.ReturnToAsync(SearchSavepoint, io).ConfigureAwait(false);
        return found;
    }

    // A single statement ran without a transaction and left nothing behind: the search gets its own transaction.
    private static async ValueTask<Exception> FindInOwnTransactionAsync(
        Exception failure, IBulkStrategy strategy, ReadOnlyMemory<BulkRow> rows, ContextSession session, IOBehavior io, CancellationToken token)
    {
        if (session.Database.AutoTransactionBehavior == Microsoft.EntityFrameworkCore.AutoTransactionBehavior.Never)
            return failure;
        SessionTransaction search = await SessionTransaction.BeginAsync(session, needed: true, canUndo: false, io, token).ConfigureAwait(false);
        try
        {
            return await HalveAsync(failure, strategy, rows, io, token).ConfigureAwait(false);
        }
        finally
        {
            await search.UndoAsync(TransactionEnd.None, io).ConfigureAwait(false);
            session.Delivery.TakeBack();
        }
    }

    private static async ValueTask<Exception> HalveAsync(
        Exception failure, IBulkStrategy strategy, ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        while (rows.Length > 1)
        {
            ReadOnlyMemory<BulkRow> half = rows[..(rows.Length / 2)];
            if (await TrySendAsync(strategy, half, io, token).ConfigureAwait(false) is not { } halfFailure)
            {
                rows = rows[half.Length..];
                continue;
            }

            if (!ServerError.IsOfTheData(halfFailure))
                return halfFailure;
            failure = halfFailure;
            rows = half;
        }

        return await TrySendAsync(strategy, rows, io, token).ConfigureAwait(false) is { } alone && ServerError.IsOfTheData(alone)
            ? new FailedRowException(rows.Span[0], alone)
            : failure;
    }

    private static async ValueTask<Exception?> TrySendAsync(IBulkStrategy strategy, ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        try
        {
            for (int from = 0; from < rows.Length;)
            {
                from += strategy.Fill(rows[from..]);
                await strategy.SendAsync(io, token).ConfigureAwait(false);
            }

            return null;
        }
        catch (FailedBatchException batch)
        {
            return batch.Error;
        }
        catch (System.Data.Common.DbException exception)
        {
            return exception;
        }
    }
}
