using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkRead</c>. All are optional.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed record BulkReadOptions<T>
{
    /// <summary>The properties that the keys are values of, as <c>u => u.Email</c> or <c>u => new { u.TenantId, u.Sku }</c>: those of a key or of a unique index of the model. The keys are then
    /// tuples in this order. Default: the primary key.</summary>
    public Expression<Func<T, object?>>? Key { get; init; }

    /// <summary>What the result has for a key that no row has. Default: <see cref="BulkReadMissing.Null" />.</summary>
    public BulkReadMissing? Missing { get; init; }

    /// <summary>Whether the context tracks the entities, as <c>AsTracking</c> and <c>AsNoTracking</c> say for a query. Default: what the query says, or else the context's
    /// <c>ChangeTracker.QueryTrackingBehavior</c>.</summary>
    public QueryTrackingBehavior? Tracking { get; init; }

    /// <summary>Which connection the rows are read over. Default: from 2,000 keys on one of the call's own, beside the context's, if nothing is against it, such as an open transaction, an interceptor or a
    /// query that includes collections; else, or if it fails, the context's. With <see cref="BulkConnection.Own" /> the call is refused, with the reason, if there cannot be one.</summary>
    public BulkConnection? Connection { get; init; }

    /// <summary>The maximum number of keys in one statement. Default: as many as fit into 28,000 bytes.</summary>
    public int? BatchRows { get; init; }
}
