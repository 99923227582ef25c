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
        SelectionMeasurement measurement = Measurement("KeyList", medianMs, minMs);

        Assert.Equal(("ValuesJoin", isRight), (measurement.Best.Name, measurement.IsRight));
        Assert.Equal(!isRight, measurement.Tell().EndsWith("too slow", StringComparison.Ordinal));
    }

    [Fact]
    public void The_best_one_is_right_whatever_its_own_run_took() => Assert.True(Measurement("ValuesJoin", 20, 20).IsRight);

    private static SelectionMeasurement Measurement(string chosen, double medianMs, double minMs) => new()
    {
        Operation = "delete",
        Rows = 1_000,
        RoundTripMs = 0,
        Chosen = chosen,
        MedianMs = medianMs,
        MinMs = minMs,
        Forced = [new("KeyList", 12, 12), new("ValuesJoin", 10, 10)],
    };
}
