namespace EFCore.MySqlBulk;

/// <summary>The progress of a bulk operation.</summary>
/// <param name="RowCount">The number of rows that the server has accepted so far (not yet committed if the operation has a transaction).</param>
/// <param name="TotalRowCount">The number of all rows, if the source is a collection; <see langword="null" /> for a stream.</param>
/// <param name="Elapsed">The time since the call began.</param>
public readonly record struct BulkProgress(long RowCount, long? TotalRowCount, TimeSpan Elapsed);
