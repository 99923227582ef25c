using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;

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

    /// <summary>What is done after a batch is committed; <see langword="null" /> if nothing is.</summary>
    public Action? Committed { get; init; }

    /// <summary>Puts the number of rows into the result.</summary>
    public required Func<BulkResult, long, BulkResult> Count { get; init; }

    /// <summary>The other context to which the rows go; <see langword="null" /> if they stay on the server.</summary>
    public DbContext? Target { get; init; }

    /// <summary>The databases whose connections are open during the call.</summary>
    public IReadOnlyList<DatabaseFacade> Databases => Target is null ? [Context.Database] : [Context.Database, Target.Database];

    /// <summary>The entity types whose rows it changes on the server of the query.</summary>
    public required IReadOnlyList<IEntityType> Changed { get; init; }

    /// <summary>The hooks that do not run.</summary>
    public required IReadOnlyList<BypassedHooks> Bypassed { get; init; }
}
