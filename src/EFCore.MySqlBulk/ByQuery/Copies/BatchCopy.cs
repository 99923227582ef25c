using System.Linq.Expressions;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Copies the rows of a query to another context: they are read as a stream over one connection, and inserted over the other in one transaction.</summary>
/// <param name="target">The other context.</param>
/// <param name="row">What is copied.</param>
/// <param name="options">The options.</param>
internal sealed class BatchCopy<TEntity, TTarget>(DbContext target, Expression<Func<TEntity, TTarget>> row, BulkCopyToOptions<TEntity> options)
    where TEntity : class
    where TTarget : class
{
    private readonly BulkInsertOptions _insert = new() { ReturnKeys = false, ReadGenerated = false, Connections = 1, Timeout = options.Timeout };
    private readonly BulkInsertIfAbsentOptions<TTarget> _insertIfAbsent = new() { ReadGenerated = false, Timeout = options.Timeout };

    /// <summary>The number of rows that were there already.</summary>
    public long Existing { get; private set; }

    /// <summary>Copies rows, and returns the number of those that were inserted.</summary>
    public async ValueTask<int> CopyAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        IQueryable<TTarget> rows = query.AsNoTracking().Select(row);
        BulkResult done = await io.RunAsync(
            () => BulkCall.Run(Insert(RowSources.Of(rows.AsEnumerable()))),
            () => BulkCall.RunAsync(Insert(RowSources.Of(rows.AsAsyncEnumerable())), CancellationToken.None)).ConfigureAwait(false);
        Existing += done.RowsUnchanged;
        return (int)done.RowsInserted;
    }

    private RequestedOperation Insert(RowSource rows)
        => options.SkipExisting ? BulkCall.InsertIfAbsent(target, null, rows, _insertIfAbsent) : BulkCall.Insert<TTarget>(target, null, rows, _insert);
}
