using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkExecuteDelete</c>.</summary>
/// <typeparam name="TEntity">The entity type.</typeparam>
public sealed record BulkExecuteDeleteOptions<TEntity> : BulkQueryOptions<TEntity>
{
    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkExecuteDeleteOptions<TEntity>>(BulkExecuteDeleteOptions<TEntity> options) => ConfiguredOptions.Copying(options);
}
