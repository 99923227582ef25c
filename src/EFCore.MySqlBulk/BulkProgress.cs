namespace EFCore.MySqlBulk;

/// <summary>How far a bulk operation has come.</summary>
/// <param name="RowCount">Rows that the server has taken so far (not yet committed where the operation has a transaction).</param>
/// <param name="TotalRowCount">All rows, where the source is a collection; <see langword="null" /> for a stream.</param>
/// <param name="Elapsed">Time since the call began.</param>
public readonly record struct BulkProgress(long RowCount, long? TotalRowCount, TimeSpan Elapsed);
