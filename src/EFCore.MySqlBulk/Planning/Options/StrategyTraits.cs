namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>What is true of a strategy wherever it is used.</summary>
internal static class StrategyTraits
{
    /// <summary>Each row is a statement of its own, so the server reports and counts its key.</summary>
    public static bool SendsRowsAlone(this BulkStrategy strategy)
        => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement or BulkStrategy.PipelinedArrayBatch;

    /// <summary>It works only with many statements in flight.</summary>
    public static bool NeedsPipelining(this BulkStrategy strategy) => strategy == BulkStrategy.PipelinedArrayBatch;

    /// <summary>It works only with commands of the driver.</summary>
    public static bool NeedsDriver(this BulkStrategy strategy) => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement;

    /// <summary>It works with, or without, statements in flight.</summary>
    public static bool WorksWith(this BulkStrategy strategy, bool isPipelined)
        => isPipelined ? !strategy.NeedsDriver() : !strategy.NeedsPipelining();
}
