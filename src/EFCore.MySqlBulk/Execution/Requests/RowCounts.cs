namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>What became of the rows of a call so far.</summary>
/// <param name="Rows">All rows that are done.</param>
/// <param name="Inserted">Those that were inserted.</param>
/// <param name="Unchanged">Those whose stored row was left as it is.</param>
internal readonly record struct RowCounts(long Rows, long Inserted, long Unchanged)
{
    /// <summary>Stored rows in a scope that none of them matched.</summary>
    public long Orphaned { get; init; }

    /// <summary>Those of them that were deleted.</summary>
    public long Deleted { get; init; }

    /// <summary>Those of them that were updated.</summary>
    public long Marked { get; init; }

    /// <summary>Those whose stored row was changed.</summary>
    public long Updated => Rows - Inserted - Unchanged;
}
