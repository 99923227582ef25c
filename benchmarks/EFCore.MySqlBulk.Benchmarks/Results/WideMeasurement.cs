using EFCore.MySqlBulk.Benchmarks.Wide;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>One operation with wide rows, at one place.</summary>
internal sealed record WideMeasurement : IMeasured
{
    public required string Place { get; init; }

    public required string Operation { get; init; }

    public required string Technique { get; init; }

    /// <summary>How many wrote or read at the same time.</summary>
    public required int Workers { get; init; }

    public required int RowsOfCall { get; init; }

    /// <summary>The rows of all calls.</summary>
    public required long Rows { get; init; }

    /// <summary>The time in which calls ran.</summary>
    public required double Seconds { get; init; }

    /// <summary>How long it took from the end of the last call until every server of a group had all of it; null for one server.</summary>
    public required double? CatchUpSeconds { get; init; }

    public required double MegabytesPerSecond { get; init; }

    public required double MeanMs { get; init; }

    /// <summary>The time that one call in a hundred exceeds; of fewer calls than that, the longest.</summary>
    public required double SlowMs { get; init; }

    /// <summary>The client's processor time for each row, in microseconds.</summary>
    public required double ProcessorPerRow { get; init; }

    /// <summary>The machine's load average before and after.</summary>
    public required double? LoadBefore { get; init; }

    public required double? LoadAfter { get; init; }

    public required DateTimeOffset Date { get; init; }

    public required IReadOnlyList<double> SamplesMs { get; init; }

    public double RowsPerSecond => Rows / Seconds;

    public double CallsPerSecond => SamplesMs.Count / Seconds;

    public string Tell() =>
        $"{Place}: {Operation}, {Technique}, {Page.Number(RowsOfCall)} rows by {Workers}: {Page.Number(RowsPerSecond)} rows/s, mean {Page.Number(MeanMs)} ms, p99 {Page.Number(SlowMs)} ms, right on every server";

    public bool IsOf(string place, WideStep step) => Place == place && IsLike(step.Operation, step.Technique, step.Workers, step.RowsOfCall);

    /// <summary>Whether another place did the same.</summary>
    public bool IsLike(WideMeasurement other) => IsLike(other.Operation, other.Technique, other.Workers, other.RowsOfCall);

    private bool IsLike(string operation, string technique, int workers, int rowsOfCall) =>
        (Operation, Technique, Workers, RowsOfCall) == (operation, technique, workers, rowsOfCall);
}
