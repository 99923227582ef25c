using System.Globalization;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Moves the rows of a query to another table of the same server: copies them, compares them with the copies, and deletes them, all or nothing.</summary>
/// <remarks>At <c>REPEATABLE READ</c>, <c>INSERT … SELECT</c> locks the rows that it reads, so that they are those that are compared and deleted. At <c>READ COMMITTED</c> it would not.</remarks>
/// <param name="context">The context.</param>
/// <param name="copy">Copies rows.</param>
/// <param name="isWhole">Whether the batches are in a transaction already.</param>
internal sealed class RowMove<TEntity, TTarget>(DbContext context, RowCopy<TEntity, TTarget> copy, bool isWhole)
    where TEntity : class
{
    public ValueTask<int> MoveAsync(IQueryable<TEntity> query, IOBehavior io)
        => isWhole ? MoveInTransactionAsync(query, io) : MoveTransaction.RunAsync(context.Database, () => MoveInTransactionAsync(query, io), io);

    private async ValueTask<int> MoveInTransactionAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        int copied = await copy.InsertAsync(query, io).ConfigureAwait(false);
        // A transaction that has read before would compare with rows as they were then.
        long alike = await copy.CountAlikeAsync(query, isLocking: isWhole, io).ConfigureAwait(false);
        if (alike != copied)
            throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{copied} rows were copied, and {alike} of them are stored as they were: a column or a trigger of the other table changes values, or the row has a value that the server calculates anew each time, such as DateTime.UtcNow, in place of a variable"));
        return await MoveTransaction.DeleteAsync(query, copied, io).ConfigureAwait(false);
    }
}
