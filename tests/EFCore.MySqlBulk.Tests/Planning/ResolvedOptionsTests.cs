using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class ResolvedOptionsTests
{
    private static readonly MySqlBulkDefaults NoDefaults = new();
    private static readonly MySqlBulkDefaults Defaults = new()
    {
        BatchRows = 100,
        Timeout = TimeSpan.FromSeconds(10),
        BufferForRetry = true,
        FindFailingRow = false,
    };

    [Fact]
    public void The_librarys_defaults_for_an_insert()
        => Assert.Equal(
            new ResolvedOptions { Type = "BulkInsertOptions", FindFailingRow = true, ReturnKeys = true, VerifyKeys = true, ReadGenerated = true },
            ResolvedOptions.Of((BulkInsertOptions?)null, NoDefaults));

    [Fact]
    public void The_librarys_defaults_for_an_update()
        => Assert.Equal(
            new ResolvedOptions { FindFailingRow = true, CheckDuplicates = true, CheckConcurrency = true, ReadGenerated = true },
            ResolvedOptions.Of((BulkUpdateOptions<Row>?)null, NoDefaults));

    [Fact]
    public void The_librarys_defaults_for_a_delete()
        => Assert.Equal(
            new ResolvedOptions { Type = "BulkDeleteOptions", FindFailingRow = true, CheckDuplicates = true, CheckConcurrency = true },
            ResolvedOptions.Of((BulkDeleteOptions?)null, NoDefaults));

    [Fact]
    public void The_librarys_defaults_for_an_execution()
        => Assert.Equal(new ResolvedOptions { FindFailingRow = true }, ResolvedOptions.Of((BulkExecuteOptions?)null, NoDefaults));

    [Fact]
    public void The_contexts_defaults_come_before_the_librarys()
        => Assert.Equal(
            new ResolvedOptions
            {
                Type = "BulkInsertOptions",
                BatchRows = 100,
                Timeout = TimeSpan.FromSeconds(10),
                BufferForRetry = true,
                FindFailingRow = false,
                ReturnKeys = true,
                VerifyKeys = true,
                ReadGenerated = true,
            },
            ResolvedOptions.Of(new BulkInsertOptions(), Defaults));

    [Fact]
    public void The_calls_options_come_before_the_contexts()
    {
        Progress<BulkProgress> progress = new();
        BulkInsertOptions options = new()
        {
            Strategy = BulkStrategy.MultiRowValues,
            BatchRows = 7,
            Timeout = Timeout.InfiniteTimeSpan,
            Progress = progress,
            BufferForRetry = false,
            FindFailingRow = true,
            ReturnKeys = false,
            VerifyKeys = false,
            HasTrigger = true,
            ReadGenerated = false,
        };
        ResolvedOptions expected = new()
        {
            Type = "BulkInsertOptions",
            Strategy = BulkStrategy.MultiRowValues,
            BatchRows = 7,
            Timeout = Timeout.InfiniteTimeSpan,
            Progress = progress,
            FindFailingRow = true,
            HasTrigger = true,
            ReadGenerated = false,
        };
        Assert.Equal(expected, ResolvedOptions.Of(options, Defaults));
    }

    [Fact]
    public void Every_option_of_an_update_is_taken_over()
    {
        ResolvedOptions resolved = ResolvedOptions.Of(
            new BulkUpdateOptions<Row> { Update = row => new { row.A, row.B }, CheckDuplicates = false, CheckConcurrency = false, ReadGenerated = false }, NoDefaults);
        Assert.Equal(["A", "B"], resolved.Update);
        Assert.Equal((false, false, false), (resolved.CheckDuplicates, resolved.CheckConcurrency, resolved.ReadGenerated));
    }

    [Fact]
    public void Every_option_of_a_delete_is_taken_over()
    {
        ResolvedOptions resolved = ResolvedOptions.Of(
            new BulkDeleteOptions { CheckDuplicates = false, CheckConcurrency = false, NotFound = NotFoundRows.Ignore }, NoDefaults);
        Assert.Equal((false, false, true), (resolved.CheckDuplicates, resolved.CheckConcurrency, resolved.IgnoresNotFound));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Every_option_of_an_execution_is_taken_over(bool returnAffected)
        => Assert.Equal(returnAffected, ResolvedOptions.Of(new BulkExecuteOptions { ReturnAffected = returnAffected }, NoDefaults).ReturnAffected);

    [Fact]
    public void What_a_call_and_its_context_both_say_is_what_the_call_says()
    {
        Progress<BulkProgress> calls = new();
        MySqlBulkDefaults contexts = new() { Strategy = BulkStrategy.RowByRow, Progress = new Progress<BulkProgress>() };
        ResolvedOptions resolved = ResolvedOptions.Of(new BulkDeleteOptions { Strategy = BulkStrategy.KeyList, Progress = calls }, contexts);
        Assert.Equal(BulkStrategy.KeyList, resolved.Strategy);
        Assert.Same(calls, resolved.Progress);
    }

    [Fact]
    public void The_smallest_batch_is_one_row()
        => Assert.Equal(1, ResolvedOptions.Of(new BulkInsertOptions { BatchRows = 1 }, NoDefaults).BatchRows);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void BatchRows_below_one_is_refused(int rows)
        => Assert.StartsWith(
            $"BulkOptions.BatchRows is {rows}; it must be 1 or more.",
            Assert.Throws<ArgumentException>(() => ResolvedOptions.Of(new BulkInsertOptions { BatchRows = rows }, NoDefaults)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(0)]
    [InlineData(-10_000)]
    public void A_timeout_that_is_not_positive_is_refused(int ticks)
    {
        TimeSpan timeout = TimeSpan.FromTicks(ticks * 2);
        ArgumentException refused = Assert.Throws<ArgumentException>(() => ResolvedOptions.Of(new BulkDeleteOptions { Timeout = timeout }, NoDefaults));
        Assert.StartsWith($"BulkOptions.Timeout is {timeout}; it must be positive, or Timeout.InfiniteTimeSpan.", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_contexts_builder_sets_what_calls_fall_back_to()
    {
        MySqlBulkOptionsBuilder builder = new();
        builder.BatchRows(100).Timeout(TimeSpan.FromSeconds(10)).BufferForRetry().FindFailingRow(false).AcceptProvider();
        Assert.Equal(Defaults with { AcceptProvider = true }, builder.Defaults);
        Progress<BulkProgress> progress = new();
        builder.Strategy(BulkStrategy.RowByRow).Connections(3).Progress(progress);
        ResolvedOptions resolved = ResolvedOptions.Of(new BulkDeleteOptions(), builder.Defaults);
        Assert.Equal((BulkStrategy.RowByRow, 3, BulkPipelining.Always), (resolved.Strategy, resolved.Connections, resolved.Pipelining));
        Assert.Same(progress, resolved.Progress);
        Assert.Throws<ArgumentOutOfRangeException>(() => builder.BatchRows(0));
    }

    [Theory]
    [InlineData(null, null, null, null, BulkPipelining.Auto, 1)]
    [InlineData(BulkPipelining.Never, null, null, null, BulkPipelining.Never, 1)]
    [InlineData(BulkPipelining.Never, null, null, 4, BulkPipelining.Always, 4)]
    [InlineData(BulkPipelining.Never, null, null, 1, BulkPipelining.Never, 1)]
    [InlineData(BulkPipelining.Never, null, BulkPipelining.Auto, null, BulkPipelining.Auto, 1)]
    [InlineData(null, 4, BulkPipelining.Never, null, BulkPipelining.Never, 1)]
    [InlineData(null, 4, BulkPipelining.Auto, null, BulkPipelining.Always, 4)]
    [InlineData(null, 4, BulkPipelining.Always, null, BulkPipelining.Always, 4)]
    [InlineData(null, 4, null, 1, BulkPipelining.Auto, 1)]
    [InlineData(BulkPipelining.Always, 4, null, 2, BulkPipelining.Always, 2)]
    [InlineData(BulkPipelining.Never, null, BulkPipelining.Always, null, BulkPipelining.Always, 1)]
    [InlineData(BulkPipelining.Never, null, BulkPipelining.Always, 1, BulkPipelining.Always, 1)]
    public void What_the_call_says_of_pipelining_and_connections_comes_before_what_the_context_says(
        BulkPipelining? contexts, int? contextsCount, BulkPipelining? calls, int? callsCount, BulkPipelining pipelining, int connections)
    {
        ResolvedOptions resolved = ResolvedOptions.Of(
            new BulkInsertOptions { Pipelining = calls, Connections = callsCount }, new() { Pipelining = contexts, Connections = contextsCount });
        Assert.Equal((pipelining, connections), (resolved.Pipelining, resolved.Connections));
    }

    [Fact]
    public void Connections_that_contradict_each_other_are_refused_wherever_they_were_said()
    {
        const string Message = "BulkStrategyOptions.Connections is greater than 1, but BulkOptions.Pipelining is Never, which allows only the context's connection.";
        Assert.StartsWith(Message, Assert.Throws<ArgumentException>(
            () => ResolvedOptions.Of(new BulkInsertOptions { Pipelining = BulkPipelining.Never, Connections = 2 }, NoDefaults)).Message, StringComparison.Ordinal);
        Assert.StartsWith(Message, Assert.Throws<ArgumentException>(
            () => ResolvedOptions.Of(new BulkInsertOptions(), new() { Pipelining = BulkPipelining.Never, Connections = 2 })).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_strategy_and_connections_of_the_context_do_not_concern_calls_that_look_rows_up()
    {
        MySqlBulkDefaults defaults = new() { Strategy = BulkStrategy.RowByRow, Connections = 4 };
        ResolvedOptions[] all =
        [
            ResolvedOptions.Of(new BulkInsertOrUpdateOptions<Row>(), defaults),
            ResolvedOptions.Of(new BulkInsertIfAbsentOptions<Row>(), defaults),
            ResolvedOptions.Of(new BulkSynchronizeOptions<Row> { WholeTable = true }, defaults),
        ];
        Assert.All(all, resolved => Assert.Equal((null, BulkPipelining.Auto, 1), (resolved.Strategy, resolved.Pipelining, resolved.Connections)));
        ResolvedOptions insert = ResolvedOptions.Of(new BulkInsertOptions(), defaults);
        Assert.Equal((BulkStrategy.RowByRow, 4), (insert.Strategy, insert.Connections));
    }

    [Fact]
    public void A_number_that_is_no_value_of_Pipelining_is_refused()
        => Assert.StartsWith("BulkOptions.Pipelining is 7, which is not one of its values.", Assert.Throws<ArgumentException>(
            () => ResolvedOptions.Of(new BulkInsertOptions { Pipelining = (BulkPipelining)7 }, NoDefaults)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    [InlineData(16, true)]
    [InlineData(17, false)]
    public void Up_to_16_connections_can_be_had(int connections, bool possible)
    {
        BulkInsertOptions options = new() { Connections = connections };
        if (possible)
            Assert.Equal(connections, ResolvedOptions.Of(options, NoDefaults).Connections);
        else
            Assert.StartsWith(
                $"BulkStrategyOptions.Connections is {connections}; it must be between 1 and 16.",
                Assert.Throws<ArgumentException>(() => ResolvedOptions.Of(options, NoDefaults)).Message, StringComparison.Ordinal);
    }

    private sealed record Row(int A, int B);
}
