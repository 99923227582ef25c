namespace EFCore.MySqlBulk;

/// <summary>A call with <see cref="BulkStrategyOptions.Atomic" /> whose transactions are prepared on the server.</summary>
public sealed record UnfinishedBulkCall
{
    /// <summary>The call's name, by which the server's <c>XA RECOVER</c> and the table of decisions know it. The exception of a call whose end is not known has it in its message.</summary>
    public required string Id { get; init; }

    /// <summary>What was decided.</summary>
    public required UnfinishedBulkCallState State { get; init; }

    /// <summary>The number of its transactions that are prepared; after they were ended, the number of those that could not be ended because the session that has prepared them still holds them.</summary>
    public required int Transactions { get; init; }
}
