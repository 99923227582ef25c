using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class StrategyTraitsTests
{
    [Theory]
    [InlineData(BulkStrategy.RowByRow, true)]
    [InlineData(BulkStrategy.MultiStatement, true)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, true)]
    [InlineData(BulkStrategy.MultiRowValues, false)]
    [InlineData(BulkStrategy.PreparedMultiRow, false)]
    [InlineData(BulkStrategy.ValuesJoin, false)]
    [InlineData(BulkStrategy.PreparedValuesJoin, false)]
    [InlineData(BulkStrategy.KeyList, false)]
    [InlineData(BulkStrategy.LoadData, false)]
    public void Some_strategies_send_each_row_in_a_statement_of_its_own(BulkStrategy strategy, bool alone) => Assert.Equal(alone, strategy.SendsRowsAlone());
}
