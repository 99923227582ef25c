using EFCore.MySqlBulk.Reading;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>A call that changes the rows of a query.</summary>
/// <param name="Name">The method's name.</param>
/// <param name="Query">The query.</param>
/// <param name="Source">Its context and entity type.</param>
/// <param name="Order">The order in which its rows are walked.</param>
/// <param name="After">The key after which the first batch begins; <see langword="null" /> if there is none.</param>
/// <param name="Options">The options, which have that key as the caller gave it.</param>
/// <param name="Change">Changes the rows of a batch, and returns their number.</param>
internal sealed record QueryRequest<TEntity>(
    string Name, IQueryable<TEntity> Query, QuerySource Source, WalkOrder Order, object[]? After, BulkQueryOptions<TEntity> Options, Func<IQueryable<TEntity>, IOBehavior, ValueTask<int>> Change)
{
    public DbContext Context => Source.Context;

    /// <summary>Whether the rows are deleted.</summary>
    public bool Deletes { get; init; }

    /// <summary>Whether all batches are in one transaction.</summary>
    public bool IsWhole => Options.Transaction == BulkQueryTransaction.Whole;
}
