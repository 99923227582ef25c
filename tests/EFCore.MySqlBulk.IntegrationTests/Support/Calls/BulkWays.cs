namespace EFCore.MySqlBulk.IntegrationTests.Support.Calls;

/// <summary>Every operation with every strategy that can do it, in both modes.</summary>
public sealed class BulkWays : TheoryData<Operation, BulkStrategy, bool>
{
    public BulkWays()
    {
        foreach (bool isAsync in new[] { true, false })
        {
            Add(Operation.Insert, BulkStrategy.RowByRow, isAsync);
            Add(Operation.Insert, BulkStrategy.MultiRowValues, isAsync);
            Add(Operation.Insert, BulkStrategy.PreparedMultiRow, isAsync);
            Add(Operation.Update, BulkStrategy.RowByRow, isAsync);
            Add(Operation.Update, BulkStrategy.ValuesJoin, isAsync);
            Add(Operation.Update, BulkStrategy.PreparedValuesJoin, isAsync);
            Add(Operation.Delete, BulkStrategy.RowByRow, isAsync);
            Add(Operation.Delete, BulkStrategy.ValuesJoin, isAsync);
            Add(Operation.Delete, BulkStrategy.PreparedValuesJoin, isAsync);
            Add(Operation.Delete, BulkStrategy.KeyList, isAsync);
        }
    }
}
