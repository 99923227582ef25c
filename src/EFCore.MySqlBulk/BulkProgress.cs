namespace EFCore.MySqlBulk;

/// <summary>How far a bulk operation has come.</summary>
/// <param name="Rows">Rows that the server has taken so far (not yet committed where the operation has a transaction).</param>
/// <param name="TotalRows">All rows, where the source is a collection; <see langword="null" /> for a stream.</param>
/// <param name="Elapsed">Time since the call began.</param>
public readonly record struct BulkProgress(long Rows, long? TotalRows, TimeSpan Elapsed);
