namespace EFCore.MySqlBulk.Benchmarks.Upserts;

/// <summary>What a technique says it has done.</summary>
/// <param name="Inserted">Rows inserted.</param>
/// <param name="Updated">Existing rows updated.</param>
/// <param name="Unchanged">Existing rows left as they were.</param>
/// <param name="Detail">How the rows travelled; empty if there is nothing to say.</param>
internal sealed record UpsertOutcome(long Inserted, long Updated, long Unchanged, string Detail)
{
    public static UpsertOutcome Of(BulkResult result) =>
        new(result.RowsInserted, result.RowsUpdated, result.RowsUnchanged, $"{result.Strategy}{(result.IsPipelined ? ", pipelined" : "")}");
}
