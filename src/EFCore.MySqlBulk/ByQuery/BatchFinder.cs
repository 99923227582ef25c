using System.Collections;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Reading;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Finds the batches of a query in the order of a key: the next rows that match, by reading the key of the last of them. Nothing is locked by that.</summary>
internal sealed class BatchFinder<TEntity>
{
    private readonly KeyRange<TEntity> _range;
    private readonly KeyParameter _skipped = KeyParameter.Of(typeof(int));
    private readonly Way _first;
    private readonly Way _next;
    private object[]? _after;

    /// <param name="query">The query.</param>
    /// <param name="order">The order of the rows.</param>
    /// <param name="after">The key after which the first batch begins; <see langword="null" /> if there is none.</param>
    public BatchFinder(IQueryable<TEntity> query, WalkOrder order, object[]? after)
    {
        ParameterExpression entity = Expression.Parameter(typeof(TEntity), "e");
        IReadOnlyList<ListColumn> columns = ListColumn.Of(order.Properties, entity);
        _range = new(columns, entity);
        if (QueryShape.MayGiveNull(query.Expression))
            query = query.Where(Expression.Lambda<Func<TEntity, bool>>(Expression.ReferenceNotEqual(entity, Expression.Constant(null, typeof(TEntity))), entity));
        _first = WayOf(query);
        _next = WayOf(query.Where(_range.After));
        GoOnAfter(after);

        Way WayOf(IQueryable<TEntity> from) => new(
            from.Where(_range.UpTo),
            Key(Expression.Call(typeof(Queryable), nameof(Queryable.Skip), [typeof(TEntity)], Sorted(from, isBackward: false), _skipped.Expression)),
            Key(Sorted(from, isBackward: true)));

        Expression Sorted(IQueryable<TEntity> from, bool isBackward) => ListColumn.Sorted(from.Expression, ListColumn.Of(order.Sorted, entity), entity, isBackward);

        // Of the first row.
        IQueryable<object[]> Key(Expression rows)
            => query.Provider.CreateQuery<TEntity>(rows).Select(Expression.Lambda<Func<TEntity, object[]>>(ListColumn.Key(columns), entity)).Take(1);
    }

    /// <summary>The rows of the batch that was found.</summary>
    public IQueryable<TEntity> Batch => WayOn.Batch;

    /// <summary>The key of its last row.</summary>
    public object[] Last { get; private set; } = [];

    /// <summary>Whether no rows matched after it.</summary>
    public bool IsLast { get; private set; }

    /// <summary>Whether the batch ends where it begins: the server does not take the key that is read of a row for equal to the row's.</summary>
    public bool IsStuck { get; private set; }

    private Way WayOn => _after is null ? _first : _next;

    /// <summary>Finds the next batch.</summary>
    /// <param name="rows">The maximum number of rows in it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <returns>Whether there is one.</returns>
    public async ValueTask<bool> FindAsync(int rows, IOBehavior io, CancellationToken token)
    {
        _skipped.Set(rows - 1);
        List<object[]> found = await WayOn.LastOfBatch.ToListAsync(io, token).ConfigureAwait(false);
        IsLast = found.Count == 0;
        if (IsLast)
            found = await WayOn.LastOfAll.ToListAsync(io, token).ConfigureAwait(false);
        if (found.Count == 0)
            return false;
        Last = found[0];
        IsStuck = StructuralComparisons.StructuralEqualityComparer.Equals(Last, _after);
        _range.SetUpTo(Last);
        return true;
    }

    /// <summary>The next batch begins after a key.</summary>
    public void GoOnAfter(object[]? key)
    {
        _after = key;
        if (key is not null)
            _range.SetAfter(key);
    }

    /// <summary>The queries of a batch, with or without a key before it.</summary>
    private sealed record Way(IQueryable<TEntity> Batch, IQueryable<object[]> LastOfBatch, IQueryable<object[]> LastOfAll);
}
