namespace EFCore.MySqlBulk.Planning;

/// <summary>What is true of a strategy wherever it is used.</summary>
internal static class StrategyTraits
{
    /// <summary>Each row is a statement of its own, so the server reports and counts its key.</summary>
    public static bool SendsRowsAlone(this BulkStrategy strategy)
        => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement or BulkStrategy.PipelinedArrayBatch;

    /// <summary>It works only on the operation's own connection.</summary>
    public static bool NeedsOwnConnection(this BulkStrategy strategy) => strategy == BulkStrategy.PipelinedArrayBatch;

    /// <summary>It works only on the context's connection.</summary>
    public static bool NeedsContextConnection(this BulkStrategy strategy) => strategy is BulkStrategy.RowByRow or BulkStrategy.MultiStatement;

    /// <summary>It works on the chosen connection.</summary>
    public static bool WorksOn(this BulkStrategy strategy, ConnectionChoice connection)
        => connection.IsOwn ? !strategy.NeedsContextConnection() : !strategy.NeedsOwnConnection();
}
