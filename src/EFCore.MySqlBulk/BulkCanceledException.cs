namespace EFCore.MySqlBulk;

/// <summary>A call by query was cancelled between two batches. It says what is stored, and where to go on.</summary>
public sealed class BulkCanceledException : OperationCanceledException
{
    internal BulkCanceledException(string message, OperationCanceledException cause)
        : base(message, cause, cause.CancellationToken)
    {
    }

    /// <summary>What is stored: <see cref="BulkOutcome.Some" />, or <see cref="BulkOutcome.Nothing" /> if no batch was committed.</summary>
    public BulkOutcome Outcome { get; init; }

    /// <summary>The number of rows that are changed.</summary>
    public long RowsAffected { get; init; }

    /// <summary>The key of the last row of the batches that are stored; before the first one, the key after which the call began, or empty. The same call with it as <c>After</c> goes on there.</summary>
    public IReadOnlyList<object?> LastKey { get; init; } = [];
}
