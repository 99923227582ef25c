using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkCopyTo</c>.</summary>
/// <typeparam name="TEntity">The entity type of the query.</typeparam>
public sealed record BulkCopyToOptions<TEntity> : BulkQueryOptions<TEntity>
{
    /// <summary>Leaves out the rows whose primary key is in the other table already, whatever else they hold, and counts them in <see cref="BulkResult.RowsUnchanged" />: to go on after a batch whose outcome is unknown, or to copy again what is new. It costs a look-up of the keys
    /// in the other table. Default: <see langword="false" />: such a row is an error, and its batch is not stored.</summary>
    public bool SkipExisting { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkCopyToOptions<TEntity>>(BulkCopyToOptions<TEntity> options) => ConfiguredOptions.Copying(options);
}
