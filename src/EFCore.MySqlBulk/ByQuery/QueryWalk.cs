using System.Data;
using EFCore.MySqlBulk.ByQuery.Throttling;
using EFCore.MySqlBulk.Reading;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>A walk over the rows of a query.</summary>
/// <param name="Name">The name of the method that walks.</param>
/// <param name="Query">The query.</param>
/// <param name="Source">Its context and entity type.</param>
/// <param name="Order">The order in which its rows are walked.</param>
/// <param name="After">The key after which the first batch begins; <see langword="null" /> if there is none.</param>
/// <param name="Options">The options, which have that key as the caller gave it.</param>
/// <param name="Limits">When it waits between two batches.</param>
internal record QueryWalk<TEntity>(string Name, IQueryable<TEntity> Query, QuerySource Source, WalkOrder Order, object[]? After, BulkQueryOptions<TEntity> Options, ThrottleLimits Limits)
{
    public DbContext Context => Source.Context;

    /// <summary>The isolation level of a transaction that the call begins; the server's default unless the operation needs another.</summary>
    public IsolationLevel Isolation { get; init; } = IsolationLevel.Unspecified;

    /// <summary>Whether all batches are in one transaction.</summary>
    public bool IsWhole => Options.Transaction == BulkQueryTransaction.Whole;
}
