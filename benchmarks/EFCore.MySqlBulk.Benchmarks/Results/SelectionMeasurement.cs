using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The automatic choice of an operation with a number of rows, and the forced ones.</summary>
internal sealed record SelectionMeasurement : IMeasured
{
    /// <summary>How many times slower than the best forced choice the automatic one may be.</summary>
    public const double Most = 1.15;

    public required string Operation { get; init; }

    public required int Rows { get; init; }

    /// <summary>The requested round trip time; 0 means without a relay.</summary>
    public required double RoundTripMs { get; init; }

    /// <summary>The strategy that was chosen.</summary>
    public required string Chosen { get; init; }

    public required double MedianMs { get; init; }

    public required double MinMs { get; init; }

    public required IReadOnlyList<ForcedChoice> Forced { get; init; }

    /// <summary>The forced choice with the lowest median.</summary>
    public ForcedChoice Best => Forced.MinBy(forced => forced.MedianMs)!;

    /// <summary>Its own median divided by that of the best forced choice.</summary>
    public double Ratio => MedianMs / Best.MedianMs;

    /// <summary>Whether the choice was right: it is the best one, or not slower than allowed. The minimum counts too, and the same choice when it was forced, so that a slow minute of the machine is not taken for a wrong choice.</summary>
    public bool IsRight => Ratio <= Most || MinMs / Best.MinMs <= Most || Forced.Any(forced => forced.Name == Chosen && forced.MedianMs / Best.MedianMs <= Most);

    public string Tell() => $"{Operation} {Page.Number(Rows)}, round trip {RoundTripMs} ms: {Chosen} {Page.Milliseconds(MedianMs)} ms, best {Best.Name} {Page.Milliseconds(Best.MedianMs)} ms, {Page.Number(Ratio, 2)} ×{(IsRight ? "" : ", too slow")}";

    public static SelectionMeasurement Of(string operation, int rows, double roundTripMs, IReadOnlyList<Series> series)
    {
        Series chosen = series.Single(each => each.Technique.IsBaseline);
        return new()
        {
            Operation = operation,
            Rows = rows,
            RoundTripMs = roundTripMs,
            Chosen = chosen.Technique.Detail,
            MedianMs = Median.Of(chosen.Samples.Select(sample => sample.Milliseconds)),
            MinMs = chosen.Samples.Min(sample => sample.Milliseconds),
            Forced = [.. series.Where(each => each != chosen).Select(ForcedChoice.Of)],
        };
    }
}

/// <summary>A strategy that a call was told.</summary>
internal sealed record ForcedChoice(string Name, double MedianMs, double MinMs)
{
    public static ForcedChoice Of(Series series) => new(
        series.Technique.Name, Median.Of(series.Samples.Select(sample => sample.Milliseconds)), series.Samples.Min(sample => sample.Milliseconds));
}
