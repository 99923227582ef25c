using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Finds the row that made a statement fail. The server has rolled the failed statement back, so its halves are sent in turn: a half that
/// succeeds stays until everything is rolled back, so that rows which collide with each other are found too. The remaining row is sent alone, as
/// <c>SaveChanges</c> would, because the server's message for a row in a join differs ("Data truncated" instead of "Data too long").</summary>
internal static class FailingRow
{
    private const string SearchSavepoint = "mysqlbulk_search";

    /// <summary>Whether to search: only after errors in the data, and only if everything can be rolled back.</summary>
    public static bool CanSearch(Exception exception, ResolvedOptions options, IBulkTransaction transaction)
        => options.FindFailingRow && ServerError.IsOfTheData(exception) && transaction.Kind is TransactionKind.Own or TransactionKind.Joined or TransactionKind.Ambient or TransactionKind.None;

    /// <summary>Searches for the row. Returns the exception to throw: the row's own, or the statement's if no row fails alone.</summary>
    /// <param name="failure">The statement's failure.</param>
    /// <param name="strategies">The strategy that sent the rows, and the one that sends a single row.</param>
    /// <param name="rows">The statement's rows.</param>
    /// <param name="session">The session.</param>
    /// <param name="transaction">The transaction.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask<Exception> FindAsync(
        Exception failure, (IBulkStrategy Many, IBulkStrategy One) strategies, ReadOnlyMemory<BulkRow> rows, ContextSession session, IBulkTransaction transaction,
        IOBehavior io, CancellationToken token)
    {
        if (rows.Length == 1 && strategies.One == strategies.Many)
            return new FailedRowException(rows.Span[0], failure);
        if (transaction.CanRollBack)
            return await HalveAsync(failure, strategies, rows, io, token).ConfigureAwait(false);
        return transaction.Kind switch
        {
            TransactionKind.None => await FindInOwnTransactionAsync(failure, strategies, rows, session, io, token).ConfigureAwait(false),
            TransactionKind.Ambient => await FindBehindSavepointAsync(failure, strategies, rows, transaction, io, token).ConfigureAwait(false),
            // The caller has turned savepoints off.
            _ => rows.Length == 1 ? new FailedRowException(rows.Span[0], failure) : failure,
        };
    }

    // In an ambient transaction the call has no savepoint. The failed statement left nothing, and the search rolls its own halves back.
    private static async ValueTask<Exception> FindBehindSavepointAsync(
        Exception failure, (IBulkStrategy Many, IBulkStrategy One) strategies, ReadOnlyMemory<BulkRow> rows, IBulkTransaction transaction, IOBehavior io, CancellationToken token)
    {
        transaction.Save(SearchSavepoint);
        Exception found = await HalveAsync(failure, strategies, rows, io, token).ConfigureAwait(false);
        await transaction.ReturnToAsync(SearchSavepoint, io).ConfigureAwait(false);
        return found;
    }

    // The single statement ran without a transaction and left nothing: the search gets a transaction of its own.
    private static async ValueTask<Exception> FindInOwnTransactionAsync(
        Exception failure, (IBulkStrategy Many, IBulkStrategy One) strategies, ReadOnlyMemory<BulkRow> rows, ContextSession session, IOBehavior io, CancellationToken token)
    {
        if (session.Database.AutoTransactionBehavior == Microsoft.EntityFrameworkCore.AutoTransactionBehavior.Never)
            return rows.Length == 1 ? new FailedRowException(rows.Span[0], failure) : failure;
        SessionTransaction search = await SessionTransaction.BeginAsync(session, needed: true, canRollBack: false, io, token).ConfigureAwait(false);
        try
        {
            return await HalveAsync(failure, strategies, rows, io, token).ConfigureAwait(false);
        }
        finally
        {
            await search.RollBackAsync(TransactionEnd.None, io).ConfigureAwait(false);
            session.StatementProgress.TakeBack();
        }
    }

    private static async ValueTask<Exception> HalveAsync(
        Exception failure, (IBulkStrategy Many, IBulkStrategy One) strategies, ReadOnlyMemory<BulkRow> rows, IOBehavior io, CancellationToken token)
    {
        while (rows.Length > 1)
        {
            ReadOnlyMemory<BulkRow> half = rows[..(rows.Length / 2)];
            if (await TrySendAsync(strategies.Many, half, io, token).ConfigureAwait(false) is not { } halfFailure)
            {
                rows = rows[half.Length..];
                continue;
            }

            if (!ServerError.IsOfTheData(halfFailure))
                return halfFailure;
            failure = halfFailure;
            rows = half;
        }

        Exception? alone = await TrySendAsync(strategies.One, rows, io, token).ConfigureAwait(false);
        if (alone is null && strategies.One != strategies.Many)
            alone = await TrySendAsync(strategies.Many, rows, io, token).ConfigureAwait(false);
        return alone is null ? failure : ServerError.IsOfTheData(alone) ? new FailedRowException(rows.Span[0], alone) : alone;
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
        catch (FailedRowException row)
        {
            return row.InnerException;
        }
        catch (System.Data.Common.DbException exception)
        {
            return exception;
        }
    }
}
