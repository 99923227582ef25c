namespace EFCore.MySqlBulk.Benchmarks.Synchronizing;

/// <summary>What a technique says it has done.</summary>
/// <param name="Inserted">Rows inserted.</param>
/// <param name="Updated">Rows updated.</param>
/// <param name="Unchanged">Rows left as they were.</param>
/// <param name="Deleted">Rows deleted.</param>
internal sealed record SyncOutcome(long Inserted, long Updated, long Unchanged, long Deleted)
{
    public static SyncOutcome Of(BulkResult result) => new(result.RowsInserted, result.RowsUpdated, result.RowsUnchanged, result.RowsDeleted);
}
