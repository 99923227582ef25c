using System.ComponentModel;
using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkRead</c> and <c>BulkReadFound</c>. All are optional.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed record BulkReadOptions<T>
{
    /// <summary>The properties whose values the keys are, as <c>u => u.Email</c> or <c>u => new { u.TenantId, u.Sku }</c>: those of a key or of a
    /// unique index of the model. The keys are then
    /// tuples in this order. Default: the primary key.</summary>
    public Expression<Func<T, object?>>? Match { get; set; }

    /// <summary>Whether the context tracks the entities, as <c>AsTracking</c> and <c>AsNoTracking</c> say for a query. Default: what the query says, or else the context's
    /// <c>ChangeTracker.QueryTrackingBehavior</c>.</summary>
    public QueryTrackingBehavior? Tracking { get; set; }

    /// <summary>Whether the next query is sent while rows arrive, in a transaction. Default: the context's default, or else from 2,000 keys on,
    /// unless something prevents it, such as an interceptor or a query that includes collections. With <see cref="BulkPipelining.Always" /> a call
    /// that cannot be pipelined is refused with the reason.</summary>
    public BulkPipelining? Pipelining { get; set; }

    /// <summary>The maximum number of keys in one statement. Default: as many as fit into 28,000 bytes.</summary>
    public int? BatchRows { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkReadOptions<T>>(BulkReadOptions<T> options) => ConfiguredOptions.Copying(options);
}
