namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Properties of a strategy.</summary>
internal static class StrategyTraits
{
    /// <summary>Whether each row is a statement of its own, so that the server reports its key.</summary>
    public static bool SendsRowsAlone(this BulkStrategy strategy)
        => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement or BulkStrategy.PipelinedArrayBatch;

    /// <summary>Whether it requires pipelining.</summary>
    public static bool NeedsPipelining(this BulkStrategy strategy) => strategy is BulkStrategy.PipelinedArrayBatch or BulkStrategy.LoadData;

    /// <summary>Whether it requires the driver's commands.</summary>
    public static bool NeedsDriver(this BulkStrategy strategy) => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement;

    /// <summary>Whether it works in the chosen way, pipelined or not.</summary>
    public static bool WorksWith(this BulkStrategy strategy, bool isPipelined)
        => isPipelined ? !strategy.NeedsDriver() : !strategy.NeedsPipelining();
}
