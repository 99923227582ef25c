using System.ComponentModel;

namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkDelete</c> and <c>BulkDeleteByKey</c>.</summary>
public sealed record BulkDeleteOptions : BulkStrategyOptions, ITargetTable
{
    /// <summary>Refuses rows that have the same key. Without this check the key is deleted once, by the row given last. The check costs a compact set of the keys seen (up to 40 bytes per row) for
    /// streams, and nothing for collections in key order. Default: <see langword="true" />.</summary>
    public bool CheckDuplicates { get; set; } = true;

    /// <summary>Compares concurrency tokens with their original values. Default: <see langword="true" /> (bare keys carry none).
    /// Rows that do not exist are reported either way, unless <see cref="NotFound" /> is <see cref="NotFoundRows.Ignore" />.</summary>
    public bool CheckConcurrency { get; set; } = true;

    /// <summary>What to do about rows that do not exist. <see cref="NotFoundRows.Ignore" /> treats them as deleted instead of throwing <see cref="BulkConcurrencyException" />. A row that exists with a changed
    /// concurrency token still fails. Default: <see cref="NotFoundRows.Fail" />.</summary>
    public NotFoundRows NotFound { get; set; }

    /// <summary>The name of another table than the model's, as <c>orders_2025</c>: for tables of one shape, such as one for each year or an archive. It is in the schema that the model names, has the columns and keys of the model's table, and
    /// its rows are deleted. Entities have to be in one table, and must not be tracked, because the context tracks rows of the model's table. What the library learns of a table, it learns for each name; the first call with a name compiles its statements anew,
    /// and they stay in memory with the model. Default: the model's table.</summary>
    public string? Table { get; set; }

    /// <summary>Converts options to a lambda that sets them, so that <c>new() { … }</c> means options where an overload takes a lambda.</summary>
    /// <param name="options">The options.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static implicit operator Action<BulkDeleteOptions>(BulkDeleteOptions options) => ConfiguredOptions.Copying(options);
}
