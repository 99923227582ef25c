using EFCore.MySqlBulk.Benchmarks.Selecting;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>What the automatic choice is compared with.</summary>
public sealed class ChoiceTests
{
    [Fact]
    public void Every_strategy_is_one_with_and_without_pipelining()
    {
        Choice[] choices = [.. Choice.Of("update")];

        Assert.Null(choices[0].Strategy);
        Assert.Equal(
            from strategy in Enum.GetValues<BulkStrategy>() from pipelining in (BulkPipelining[])[BulkPipelining.Never, BulkPipelining.Always] select ((BulkStrategy?)strategy, pipelining),
            choices.Skip(1).Select(choice => (choice.Strategy, choice.Pipelining)));
    }

    [Theory]
    [InlineData(BulkStrategy.RowByRow, 100)]
    [InlineData(BulkStrategy.MultiStatement, 10_000)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, 10_000)]
    public void Those_that_send_rows_one_by_one_take_part_with_few(BulkStrategy strategy, int most)
        => Assert.Equal((true, false), (new Choice("insert", strategy).Compares(most), new Choice("insert", strategy).Compares(most + 1)));
}
