using EFCore.MySqlBulk.Execution.Requests;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The end of an attempt that must not be repeated: a result, or a failure that may have left rows stored.</summary>
internal readonly record struct AttemptResult(BulkResult? Result, Exception? Failure)
{
    /// <summary>The changed rows; <see langword="null" /> if the caller does not ask for them.</summary>
    public RowChanges? Changes { get; init; }
}
