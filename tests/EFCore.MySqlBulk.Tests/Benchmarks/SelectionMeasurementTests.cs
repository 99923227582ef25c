using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>When a choice counts as too slow.</summary>
public sealed class SelectionMeasurementTests
{
    [Theory]
    [InlineData(11.4, 11.4, true)] // within the limit
    [InlineData(11.6, 11.6, false)]
    [InlineData(11.6, 11.4, true)] // a slow minute of the machine
    public void It_is_too_slow_if_median_and_minimum_are(double medianMs, double minMs, bool isRight)
    {
        SelectionMeasurement measurement = Measurement("KeyList", medianMs, minMs, forcedMs: 12);

        Assert.Equal(("ValuesJoin", isRight), (measurement.Best.Name, measurement.IsRight));
        Assert.Equal(!isRight, measurement.Tell().EndsWith("too slow", StringComparison.Ordinal));
    }

    [Fact]
    public void The_best_one_is_right_whatever_its_own_run_took() => Assert.True(Measurement("ValuesJoin", 20, 20).IsRight);

    [Theory]
    [InlineData(11.4, true)]
    [InlineData(11.6, false)]
    public void It_is_right_if_the_same_choice_was_fast_enough_when_it_was_forced(double forcedMs, bool isRight) => Assert.Equal(isRight, Measurement("KeyList", 20, 20, forcedMs).IsRight);

    private static SelectionMeasurement Measurement(string chosen, double medianMs, double minMs, double forcedMs = 12) => new()
    {
        Operation = "delete",
        Rows = 1_000,
        RoundTripMs = 0,
        Chosen = chosen,
        MedianMs = medianMs,
        MinMs = minMs,
        Forced = [new("KeyList", forcedMs, forcedMs), new("ValuesJoin", 10, 10)],
    };
}
