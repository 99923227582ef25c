namespace EFCore.MySqlBulk.Planning;

/// <summary>What is true of a strategy wherever it is used.</summary>
internal static class StrategyTraits
{
    /// <summary>Each row is a statement of its own, so the server names its key and counts it.</summary>
    public static bool SendsRowsAlone(this BulkStrategy strategy)
        => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement or BulkStrategy.PipelinedArrayBatch;
}
