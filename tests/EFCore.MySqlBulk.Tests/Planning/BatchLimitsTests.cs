using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class BatchLimitsTests
{
    [Theory]
    [InlineData(BulkStrategy.PreparedMultiRow, 1, 65_535)]
    [InlineData(BulkStrategy.PreparedMultiRow, 13, 5_041)]
    [InlineData(BulkStrategy.PreparedMultiRow, 100, 655)]
    [InlineData(BulkStrategy.PreparedMultiRow, 1_000, 65)]
    [InlineData(BulkStrategy.PreparedValuesJoin, 1, 65_535)]
    [InlineData(BulkStrategy.PreparedValuesJoin, 13, 5_041)]
    [InlineData(BulkStrategy.PreparedValuesJoin, 100, 655)]
    [InlineData(BulkStrategy.PreparedValuesJoin, 1_000, 65)]
    public void Parameters_end_a_prepared_batch_however_many_rows_are_asked_for(BulkStrategy strategy, int columns, int rows)
    {
        Assert.Equal(rows, Rows(strategy, columns, asked: int.MaxValue));
        Assert.True((long)rows * columns <= 65_535);
    }

    [Theory]
    [InlineData(1, 500)]
    [InlineData(3, 500)]
    [InlineData(13, 115)]
    [InlineData(100, 15)]
    [InlineData(1_000, 1)]
    [InlineData(10_000, 1)]
    public void A_prepared_batch_holds_about_1500_parameters(int columns, int rows)
    {
        Assert.Equal(rows, Rows(BulkStrategy.PreparedMultiRow, columns, asked: null));
        Assert.Equal(rows, Rows(BulkStrategy.PreparedValuesJoin, columns, asked: null));
    }

    [Theory]
    [InlineData(BulkStrategy.RowByRow, 1)]
    [InlineData(BulkStrategy.MultiRowValues, 2_000)]
    [InlineData(BulkStrategy.MultiStatement, 1_000)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, 4_096)]
    [InlineData(BulkStrategy.LoadData, 16_383)]
    [InlineData(BulkStrategy.ValuesJoin, 1_000)]
    [InlineData(BulkStrategy.KeyList, 1_000)]
    public void A_strategy_that_prepares_nothing_has_a_number_of_rows_of_its_own(BulkStrategy strategy, int rows) => Assert.Equal(rows, Rows(strategy, 13, asked: null));

    [Theory]
    [InlineData(BulkStrategy.RowByRow, 1)]
    [InlineData(BulkStrategy.MultiStatement, 7)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, 7)]
    [InlineData(BulkStrategy.LoadData, 7)]
    [InlineData(BulkStrategy.MultiRowValues, 7)]
    [InlineData(BulkStrategy.PreparedMultiRow, 7)]
    [InlineData(BulkStrategy.ValuesJoin, 7)]
    [InlineData(BulkStrategy.PreparedValuesJoin, 7)]
    [InlineData(BulkStrategy.KeyList, 7)]
    public void BatchRows_is_followed_where_a_statement_has_several_rows(BulkStrategy strategy, int rows) => Assert.Equal(rows, Rows(strategy, 13, asked: 7));

    [Theory]
    [InlineData(false, 10_000)]
    [InlineData(true, 5_000)]
    public void A_key_list_never_grows_beyond_what_the_server_looks_up_by_index(bool composite, int keys)
        => Assert.Equal(keys, BatchLimits.Of(BulkStrategy.KeyList, 2, composite, KnownServers.MySql97, null, int.MaxValue).MaxRows);

    [Theory]
    [InlineData(BulkStrategy.RowByRow, 1)]
    [InlineData(BulkStrategy.MultiStatement, 1_048_576)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, 1_048_576)]
    [InlineData(BulkStrategy.MultiRowValues, 1_048_576)]
    [InlineData(BulkStrategy.PreparedMultiRow, 65_535)]
    [InlineData(BulkStrategy.ValuesJoin, 1_048_576)]
    [InlineData(BulkStrategy.PreparedValuesJoin, 65_535)]
    [InlineData(BulkStrategy.KeyList, 10_000)]
    public void Rows_that_nobody_could_count_in_a_flight_are_not_waited_for(BulkStrategy strategy, int rows)
    {
        Assert.Equal(rows, Rows(strategy, 1, asked: int.MaxValue));
        Assert.InRange(16L * 16 * rows, 1, int.MaxValue);
    }

    [Fact]
    public void A_table_without_columns_causes_no_division_by_zero() => Assert.Equal(500, Rows(BulkStrategy.PreparedMultiRow, 0, asked: null));

    [Fact]
    public void Literals_stay_below_two_TLS_records_unless_rows_are_asked_for()
    {
        foreach (BulkStrategy strategy in new[] { BulkStrategy.MultiRowValues, BulkStrategy.ValuesJoin, BulkStrategy.KeyList })
        {
            Assert.Equal(32_000, Of(strategy, null).StatementBytes);
            Assert.Equal(1 << 20, Of(strategy, 500).StatementBytes);
        }
    }

    [Theory]
    [InlineData(BulkStrategy.MultiRowValues, 300_000)]
    [InlineData(BulkStrategy.ValuesJoin, 300_000)]
    [InlineData(BulkStrategy.KeyList, 32_000)]
    [InlineData(BulkStrategy.MultiStatement, 32_000)]
    public void Rows_in_statements_that_wait_for_each_other_are_in_as_few_as_possible(BulkStrategy strategy, int bytes)
    {
        ServerFacts small = KnownServers.MySql97 with { MaxAllowedPacket = 65_536 };

        Assert.Equal(bytes, Of(strategy, null).ForAwaited(strategy).StatementBytes);
        Assert.Equal(Math.Min(bytes, 65_536 - 1_024), BatchLimits.Of(strategy, 5, false, small, null, null).ForAwaited(strategy).StatementBytes);
    }

    [Fact]
    public void Prepared_batches_have_the_bytes_of_literals()
    {
        foreach (BulkStrategy strategy in new[] { BulkStrategy.PreparedMultiRow, BulkStrategy.PreparedValuesJoin })
        {
            Assert.Equal(32_000, Of(strategy, null).PreparedBytes);
            Assert.Equal(1 << 20, Of(strategy, 500).PreparedBytes);
        }
    }

    [Fact]
    public void No_statement_reaches_the_packet_limit()
    {
        ServerFacts small = KnownServers.MySql97 with { MaxAllowedPacket = 16_384 };
        foreach (BulkStrategy strategy in Enum.GetValues<BulkStrategy>().Except([BulkStrategy.None]))
        {
            BatchLimits limits = BatchLimits.Of(strategy, 5, false, small, null, 100_000);
            Assert.Equal(16_384 - 1_024, limits.PacketBytes);
            Assert.True(limits.StatementBytes <= limits.PacketBytes);
        }
    }

    [Fact]
    public void The_largest_packet_is_more_than_an_int_of_bytes_can_overflow()
        => Assert.Equal((1L << 30) - 1_024, BatchLimits.Of(BulkStrategy.MultiRowValues, 5, false, KnownServers.MySql97 with { MaxAllowedPacket = 1L << 30 }, null, null).PacketBytes);

    private static BatchLimits Of(BulkStrategy strategy, int? asked) => BatchLimits.Of(strategy, 5, false, KnownServers.MySql97, null, asked);

    private static int Rows(BulkStrategy strategy, int columns, int? asked) => BatchLimits.Of(strategy, columns, false, KnownServers.MySql97, null, asked).MaxRows;

    [Theory]
    [InlineData(2_000, 140)]
    [InlineData(29_999, 140)]
    [InlineData(30_000, 300)]
    [InlineData(null, 300)]
    public void Few_rows_are_prepared_in_a_smaller_shape(int? rows, int batch)
        => Assert.Equal(batch, BatchLimits.Of(BulkStrategy.PreparedMultiRow, 5, false, KnownServers.MySql97, rows, null).MaxRows);
}
