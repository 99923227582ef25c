using EFCore.MySqlBulk.Planning;

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
            new ResolvedOptions { FindFailingRow = true, ReturnKeys = true, VerifyKeys = true },
            ResolvedOptions.Of((BulkInsertOptions?)null, NoDefaults));

    [Fact]
    public void The_librarys_defaults_for_an_update()
        => Assert.Equal(
            new ResolvedOptions { FindFailingRow = true, CheckDuplicates = true, CheckConcurrency = true },
            ResolvedOptions.Of((BulkUpdateOptions<Row>?)null, NoDefaults));

    [Fact]
    public void The_librarys_defaults_for_a_delete()
        => Assert.Equal(
            new ResolvedOptions { FindFailingRow = true, CheckDuplicates = true, CheckConcurrency = true },
            ResolvedOptions.Of((BulkDeleteOptions?)null, NoDefaults));

    [Fact]
    public void The_contexts_defaults_come_before_the_librarys()
        => Assert.Equal(
            new ResolvedOptions
            {
                BatchRows = 100,
                Timeout = TimeSpan.FromSeconds(10),
                BufferForRetry = true,
                FindFailingRow = false,
                ReturnKeys = true,
                VerifyKeys = true,
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
            ReadGenerated = true,
        };
        ResolvedOptions expected = new()
        {
            Strategy = BulkStrategy.MultiRowValues,
            BatchRows = 7,
            Timeout = Timeout.InfiniteTimeSpan,
            Progress = progress,
            FindFailingRow = true,
            HasTrigger = true,
            ReadGenerated = true,
        };
        Assert.Equal(expected, ResolvedOptions.Of(options, Defaults));
    }

    [Fact]
    public void Every_option_of_an_update_is_taken_over()
    {
        ResolvedOptions resolved = ResolvedOptions.Of<Row>(
            new() { Properties = row => new { row.A, row.B }, CheckDuplicates = false, CheckConcurrency = false, ReadGenerated = true }, NoDefaults);
        Assert.Equal(["A", "B"], resolved.Properties);
        Assert.Equal((false, false, true), (resolved.CheckDuplicates, resolved.CheckConcurrency, resolved.ReadGenerated));
    }

    [Fact]
    public void Every_option_of_a_delete_is_taken_over()
    {
        ResolvedOptions resolved = ResolvedOptions.Of(
            new BulkDeleteOptions { CheckDuplicates = false, CheckConcurrency = false, IgnoreMissing = true }, NoDefaults);
        Assert.Equal((false, false, true), (resolved.CheckDuplicates, resolved.CheckConcurrency, resolved.IgnoreMissing));
    }

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
        Assert.Throws<ArgumentOutOfRangeException>(() => builder.BatchRows(0));
    }

    private sealed record Row(int A, int B);
}
