using System.Globalization;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Moves the rows of a query to another table of the same server: copies them, compares them with the copies, and deletes them, all or nothing.</summary>
/// <remarks>At <c>REPEATABLE READ</c>, <c>INSERT … SELECT</c> locks the rows that it reads, so that they are those that are compared and deleted. At <c>READ COMMITTED</c> it would not.</remarks>
/// <param name="context">The context.</param>
/// <param name="copy">Copies rows.</param>
/// <param name="isWhole">Whether the batches are in a transaction already.</param>
internal sealed class RowMove<TEntity, TTarget>(DbContext context, RowCopy<TEntity, TTarget> copy, bool isWhole)
    where TEntity : class
{
    public async ValueTask<int> MoveAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        if (isWhole)
            return await MoveInTransactionAsync(query, io).ConfigureAwait(false);
        IDbContextTransaction transaction = await context.Database.BeginAsync(System.Data.IsolationLevel.RepeatableRead, io, CancellationToken.None).ConfigureAwait(false);
        try
        {
            int moved = await MoveInTransactionAsync(query, io).ConfigureAwait(false);
            await transaction.CommitAsync(io).ConfigureAwait(false);
            return moved;
        }
        finally
        {
            // What is not committed is rolled back.
            await transaction.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private async ValueTask<int> MoveInTransactionAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        int copied = await copy.InsertAsync(query, io).ConfigureAwait(false);
        long alike = await copy.CountAlikeAsync(query, io).ConfigureAwait(false);
        if (alike != copied)
            throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{copied} rows were copied, and {alike} of them are stored as they were: a column or a trigger of the other table changes values"));
        int deleted = await io.RunAsync(() => query.ExecuteDelete(), () => query.ExecuteDeleteAsync(CancellationToken.None)).ConfigureAwait(false);
        return deleted == copied ? copied : throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{copied} rows were copied, and {deleted} were there to be deleted"));
    }
}
