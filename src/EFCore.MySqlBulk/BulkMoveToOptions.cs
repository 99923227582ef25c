using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkMoveTo</c>.</summary>
/// <typeparam name="TEntity">The entity type of the query.</typeparam>
public sealed record BulkMoveToOptions<TEntity> : BulkQueryOptions<TEntity>
{
    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkMoveToOptions<TEntity>>(BulkMoveToOptions<TEntity> options) => ConfiguredOptions.Copying(options);
}
