using System.Data;
using System.Globalization;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>What moves on one server and to another have in common: a batch is a transaction at <c>REPEATABLE READ</c>, as of a copy whose keys are told, and as many rows are deleted as were copied.</summary>
internal static class MoveTransaction
{
    /// <summary>Does work in a transaction, all or nothing.</summary>
    public static async ValueTask<T> RunAsync<T>(DatabaseFacade database, Func<ValueTask<T>> work, IOBehavior io)
    {
        IDbContextTransaction transaction = await database.BeginAsync(IsolationLevel.RepeatableRead, io, CancellationToken.None).ConfigureAwait(false);
        try
        {
            T result = await work().ConfigureAwait(false);
            await transaction.CommitAsync(io).ConfigureAwait(false);
            return result;
        }
        finally
        {
            // What is not committed is rolled back.
            await transaction.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    /// <summary>Deletes rows that were copied, and returns their number.</summary>
    /// <exception cref="RowsDifferException">Their number is another one.</exception>
    public static async ValueTask<int> DeleteAsync<TEntity>(IQueryable<TEntity> query, long copied, IOBehavior io)
        where TEntity : class
    {
        int deleted = await io.RunAsync(() => query.ExecuteDelete(), () => query.ExecuteDeleteAsync(CancellationToken.None)).ConfigureAwait(false);
        return deleted == copied ? deleted : throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{copied} rows were copied, and {deleted} were there to be deleted"));
    }
}
