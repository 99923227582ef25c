namespace EFCore.MySqlBulk;

/// <summary>Options of <c>BulkDelete</c> and <c>BulkDeleteByKey</c>.</summary>
public sealed record BulkDeleteOptions : BulkOptions
{
    /// <summary>Refuses a list that holds one key twice; without it the key is deleted once, by the row given last. Costs a compact set of the keys seen (up to 40 bytes a row) for streams,
    /// nothing for collections that are in key order. Default: <see langword="true" />.</summary>
    public bool? CheckDuplicates { get; init; }

    /// <summary>Compares concurrency tokens with their original values. Default: <see langword="true" /> (bare keys carry none).
    /// Rows that do not exist are reported either way, unless <see cref="IgnoreMissing" /> is set.</summary>
    public bool? CheckConcurrency { get; init; }

    /// <summary>Takes a row that is not there for deleted instead of throwing <see cref="BulkConcurrencyException" />. One that is there and whose
    /// concurrency token has changed still fails. Default: <see langword="false" />.</summary>
    public bool? IgnoreMissing { get; init; }
}
