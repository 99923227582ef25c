namespace EFCore.MySqlBulk.Execution;

/// <summary>How an attempt ended that may not be repeated: with a result, or with a failure after which rows are stored, or may be.</summary>
internal readonly record struct AttemptResult(BulkResult? Result, Exception? Failure);
