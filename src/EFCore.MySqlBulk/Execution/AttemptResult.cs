namespace EFCore.MySqlBulk.Execution;

/// <summary>How an attempt ended that must not be repeated: with a result, or with a failure that has left rows stored, or may have.</summary>
internal readonly record struct AttemptResult(BulkResult? Result, Exception? Failure);
