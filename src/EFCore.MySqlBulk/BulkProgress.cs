namespace EFCore.MySqlBulk;

/// <summary>The progress of a bulk operation.</summary>
/// <param name="RowCount">The number of rows that the server has accepted so far (not yet committed if the operation has a transaction).</param>
/// <param name="TotalRowCount">The number of all rows, if the source is a collection; <see langword="null" /> for a stream.</param>
/// <param name="Elapsed">The time since the call began.</param>
public readonly record struct BulkProgress(long RowCount, long? TotalRowCount, TimeSpan Elapsed)
{
    /// <summary>The number of rows that were set aside so far, as <see cref="BulkInsertOptions.Rejected" /> says, and are not in <see cref="RowCount" />.</summary>
    public long RowsRejected { get; init; }

    /// <summary>What a call by query waits for before its next batch, as <c>replica 1 (db2) lags by 12.0 s</c>; <see langword="null" /> if it does not wait. It is reported once per second.</summary>
    public string? WaitsFor { get; init; }

    /// <summary>The key of the last row that <c>BulkExecuteDelete</c> has walked over and committed, as <see cref="BulkResult.LastKey" />: a program that stores it can go on there after a crash. <see langword="null" /> for other
    /// calls.</summary>
    public IReadOnlyList<object?>? LastKey { get; init; }

    /// <summary>The maximum number of rows in the next batch of <c>BulkExecuteDelete</c>, which follows the time that batches take; 0 for other calls.</summary>
    public int BatchRows { get; init; }
}
