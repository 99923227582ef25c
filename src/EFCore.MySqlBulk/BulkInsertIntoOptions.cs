using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkInsertInto</c>.</summary>
/// <typeparam name="TEntity">The entity type of the query.</typeparam>
public sealed record BulkInsertIntoOptions<TEntity> : BulkQueryOptions<TEntity>
{
    /// <summary>Receives the keys of the rows of each batch and of their copies, in the order of the walk, once the batch is committed and before <see cref="BulkQueryOptions{TEntity}.Progress" /> is told: for a table whose primary key is one
    /// <c>AUTO_INCREMENT</c> column, which the row leaves out. A batch is then a transaction at <c>REPEATABLE READ</c> that locks its rows, copies them and compares the copies with them, number by number; if one differs, the batch is taken back and the call fails. It may use the
    /// context; what it throws ends the call after its batch. Not with <see cref="BulkQueryTransaction.Whole" />. Costs four statements a batch, three of which read its rows again, and a list of its keys. Default: none.</summary>
    public Action<IReadOnlyList<CopiedKey>>? CopiedKeys { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkInsertIntoOptions<TEntity>>(BulkInsertIntoOptions<TEntity> options) => ConfiguredOptions.Copying(options);
}
