using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The times of one save, and what it allocates.</summary>
internal sealed record SaveTimes
{
    public required int Rounds { get; init; }

    public required double MedianMs { get; init; }

    public required double MinMs { get; init; }

    public required double BytesPerRow { get; init; }

    /// <summary>The client's processor time, in milliseconds.</summary>
    public required double ProcessorMs { get; init; }

    /// <summary>The time of one save in each round.</summary>
    public required IReadOnlyList<double> SamplesMs { get; init; }

    /// <summary>The client's processor time of each of so many rows, in microseconds.</summary>
    public double ProcessorPerRow(int rows) => ProcessorMs * 1_000 / rows;

    public string Tell(int rows) => $"{Page.Milliseconds(MedianMs)} ms, {Page.Number(rows / MedianMs * 1_000)} rows/s, {Page.Number(ProcessorPerRow(rows), 2)} µs CPU and {Page.Number(BytesPerRow)} bytes a row";

    public static SaveTimes Of(IReadOnlyList<Sample> samples, int rows, int saves) => new()
    {
        Rounds = samples.Count,
        MedianMs = Median.Of(samples.Select(s => s.Milliseconds)) / saves,
        MinMs = samples.Min(s => s.Milliseconds) / saves,
        BytesPerRow = Median.Of(samples.Select(s => (double)s.Bytes)) / saves / rows,
        ProcessorMs = Median.Of(samples.Select(s => s.Processor.TotalMilliseconds)) / saves,
        SamplesMs = [.. samples.Select(s => Math.Round(s.Milliseconds / saves, 4))],
    };
}
