using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>A call that changes or copies the rows of a query.</summary>
internal sealed record QueryRequest<TEntity> : QueryWalk<TEntity>
{
    /// <param name="walk">The walk.</param>
    /// <param name="change">Changes the rows of a batch, and returns their number.</param>
    public QueryRequest(QueryWalk<TEntity> walk, Func<IQueryable<TEntity>, IOBehavior, ValueTask<int>> change)
        : base(walk)
        => Change = change;

    /// <summary>Changes the rows of a batch, and returns their number.</summary>
    public Func<IQueryable<TEntity>, IOBehavior, ValueTask<int>> Change { get; }

    /// <summary>Puts the number of rows into the result.</summary>
    public required Func<BulkResult, long, BulkResult> Count { get; init; }

    /// <summary>The hooks that do not run.</summary>
    public required IReadOnlyList<BypassedHooks> Bypassed { get; init; }
}
