using System.Globalization;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Reading;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Moves the rows of a query to another context. They are locked, read, stored there unless they are there already, read back and compared, and committed; only then they are deleted. So a row is never lost: if
/// anything ends the call in between, it is in both places, and the next call finds it there.</summary>
/// <param name="source">The query's context.</param>
/// <param name="target">The other one.</param>
/// <param name="compared">The properties by which copies are compared.</param>
/// <param name="row">What is copied.</param>
/// <param name="timeout">The time that one statement may take.</param>
internal sealed class BatchMove<TEntity, TTarget>(DbContext source, Destination target, IReadOnlyList<IProperty> compared, Expression<Func<TEntity, TTarget>> row, TimeSpan? timeout)
    where TEntity : class
    where TTarget : class
{
    private readonly BulkInsertIfAbsentOptions<TTarget> _options = new() { ReadGenerated = false, Timeout = timeout };

    public ValueTask<int> MoveAsync(IQueryable<TEntity> query, IOBehavior io) => MoveTransaction.RunAsync(source.Database, () => MoveInTransactionAsync(query, io), io);

    private async ValueTask<int> MoveInTransactionAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        long locked = await LockAsync(query, io).ConfigureAwait(false);
        List<TTarget> rows = await query.AsNoTracking().Select(row).ToListAsync(io, CancellationToken.None).ConfigureAwait(false);
        if (rows.Count != locked)
            throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{locked} rows were locked, and {rows.Count} were read"));
        if (rows.Count > 0)
            await MoveTransaction.RunAsync(target.Context.Database, () => StoreAsync(rows, io), io).ConfigureAwait(false);
        return await MoveTransaction.DeleteAsync(query, locked, io).ConfigureAwait(false);
    }

    // EF Core has no locking reads. The rows are read after that, since a transaction sees what was committed before its first read without locks.
    private ValueTask<long> LockAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        (string select, object[] parameters) = QueryText.Of(query.Select(_ => 1));
        return source.Database.ReadValueAsync<long>($"SELECT COUNT(*) AS `Value` FROM (\n{select}\nFOR UPDATE\n) AS q", parameters, io, CancellationToken.None);
    }

    private async ValueTask<BulkResult> StoreAsync(List<TTarget> rows, IOBehavior io)
    {
        // A generated key would be written to a row that has none.
        StoredKeys<TTarget> keys = StoredKeys<TTarget>.Of(target.Context, target.EntityType, rows);
        BulkResult stored = await io.RunAsync(
            () => BulkCall.Run(BulkCall.InsertIfAbsent(target.Context, null, RowSources.Of(rows), _options)),
            () => BulkCall.RunAsync(BulkCall.InsertIfAbsent(target.Context, null, RowSources.Of(rows), _options), CancellationToken.None)).ConfigureAwait(false);
        Compare(rows, await keys.ReadAsync(io).ConfigureAwait(false));
        return stored;
    }

    private void Compare(List<TTarget> rows, List<TTarget?> stored)
    {
        int different = 0;
        IProperty? first = null;
        for (int i = 0; i < rows.Count; i++)
        {
            if (ComparedColumns.Different(compared, rows[i], stored[i]) is not { } property)
                continue;
            different++;
            first ??= property;
        }

        if (first is not null)
            throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{different} of {rows.Count} rows would not be in the other table as they are in theirs, the first of them by '{first.Name}': a column or a trigger of the other table changes values, or another row has the key"));
    }
}
