using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of the runs of one loop.</summary>
internal sealed record LoopMeasurement
{
    public required string Loop { get; init; }

    public required int Rounds { get; init; }

    public required double MedianMs { get; init; }

    public required double MinMs { get; init; }

    public required double ExecutionsPerSecond { get; init; }

    /// <summary>Processor time of the client for each execution, in microseconds.</summary>
    public required double ProcessorPerExecution { get; init; }

    /// <summary>Bytes of managed memory for each execution; 0 for C.</summary>
    public required double BytesPerExecution { get; init; }

    public required IReadOnlyList<double> SamplesMs { get; init; }

    public static LoopMeasurement Of(string loop, int executions, IReadOnlyList<Sample> samples)
    {
        double median = Median.Of(samples.Select(s => s.Milliseconds));
        return new()
        {
            Loop = loop,
            Rounds = samples.Count,
            MedianMs = median,
            MinMs = samples.Min(s => s.Milliseconds),
            ExecutionsPerSecond = executions / median * 1_000,
            ProcessorPerExecution = Median.Of(samples.Select(s => s.Processor.TotalMicroseconds)) / executions,
            BytesPerExecution = Median.Of(samples.Select(s => (double)s.Bytes)) / executions,
            SamplesMs = [.. samples.Select(s => Math.Round(s.Milliseconds, 3))],
        };
    }
}
