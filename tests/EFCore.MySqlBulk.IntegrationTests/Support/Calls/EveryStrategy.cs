using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Calls;

/// <summary>The strategies that can do an operation on a server.</summary>
internal static class EveryStrategy
{
    public static BulkStrategy[] Inserts { get; } =
        [BulkStrategy.RowByRow, BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow, BulkStrategy.MultiStatement, BulkStrategy.PipelinedArrayBatch];

    public static BulkStrategy[] Updates(ServerKind kind) => kind == ServerKind.MySql
        ? [BulkStrategy.RowByRow, BulkStrategy.ValuesJoin, BulkStrategy.PreparedValuesJoin, BulkStrategy.MultiStatement, BulkStrategy.PipelinedArrayBatch]
        : [BulkStrategy.RowByRow, BulkStrategy.ValuesJoin, BulkStrategy.MultiStatement, BulkStrategy.PipelinedArrayBatch];

    public static BulkStrategy[] Deletes(ServerKind kind) => [.. Updates(kind), BulkStrategy.KeyList];

    /// <summary>Rows in a statement: few, if the remainder would otherwise go as literals instead of parameters.</summary>
    public static int? BatchRows(BulkStrategy strategy) => strategy is BulkStrategy.PreparedMultiRow or BulkStrategy.PreparedValuesJoin ? 2 : null;
}
