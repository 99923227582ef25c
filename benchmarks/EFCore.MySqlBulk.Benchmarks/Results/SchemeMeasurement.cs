using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of the runs of one scheme.</summary>
internal sealed record SchemeMeasurement : IMeasured
{
    public required string Operation { get; init; }

    public required int Rows { get; init; }

    /// <summary>The requested round trip time; 0 means without a relay.</summary>
    public required double RoundTripMs { get; init; }

    public required string Scheme { get; init; }

    public required bool IsOurs { get; init; }

    /// <summary>The strategy of the library's call.</summary>
    public required string Detail { get; init; }

    public required int Rounds { get; init; }

    public required double MedianMs { get; init; }

    public required double MinMs { get; init; }

    /// <summary>Row by row's median divided by this one; null if row by row was not measured.</summary>
    public required double? SpeedUp { get; init; }

    /// <summary>Processor time of the client for each row, in microseconds; null if it includes the relay's, which runs in the same process.</summary>
    public required double? ProcessorPerRow { get; init; }

    /// <summary>Bytes allocated for each row; null if they include the relay's.</summary>
    public required double? BytesPerRow { get; init; }

    public required IReadOnlyList<double> SamplesMs { get; init; }

    public string Tell() => $"{Operation} {Page.Number(Rows)}, round trip {RoundTripMs} ms, {Scheme}: {Page.Milliseconds(MedianMs)} ms, {Page.Times(SpeedUp)} × as fast as row by row";

    public static IEnumerable<SchemeMeasurement> Of(string operation, int rows, double roundTripMs, IReadOnlyList<Series> together)
    {
        Series? baseline = together.FirstOrDefault(s => s.Technique.Name == RowByRowScheme.BaselineName);
        double? rowByRow = baseline is null ? null : MedianMsOf(baseline);
        return together.Select(s => new SchemeMeasurement
        {
            Operation = operation,
            Rows = rows,
            RoundTripMs = roundTripMs,
            Scheme = s.Technique.Name,
            IsOurs = s.Technique is Scheme { IsOurs: true },
            Detail = s.Technique.Detail,
            Rounds = s.Samples.Count,
            MedianMs = MedianMsOf(s),
            MinMs = s.Samples.Min(x => x.Milliseconds),
            SpeedUp = rowByRow / MedianMsOf(s),
            ProcessorPerRow = roundTripMs > 0 ? null : Median.Of(s.Samples.Select(x => x.Processor.TotalMicroseconds)) / rows,
            BytesPerRow = roundTripMs > 0 ? null : Median.Of(s.Samples.Select(x => (double)x.Bytes)) / rows,
            SamplesMs = [.. s.Samples.Select(x => Math.Round(x.Milliseconds, 3))],
        });
    }

    private static double MedianMsOf(Series series) => Median.Of(series.Samples.Select(s => s.Milliseconds));
}
