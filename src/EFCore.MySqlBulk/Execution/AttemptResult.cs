namespace EFCore.MySqlBulk.Execution;

/// <summary>How an attempt ended that may not be repeated: with a result, or with a COMMIT whose outcome is not known.</summary>
internal readonly record struct AttemptResult(BulkResult? Result, Exception? CommitFailure);
