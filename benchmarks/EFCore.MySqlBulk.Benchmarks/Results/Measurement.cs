using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of the runs of one technique.</summary>
internal sealed record Measurement : IMeasured
{
    public required string Operation { get; init; }

    public required int Rows { get; init; }

    /// <summary>Rows in the table before a run.</summary>
    public required int TableRows { get; init; }

    public required TechniqueKind Technique { get; init; }

    /// <summary>The strategy of the library's call.</summary>
    public required string Detail { get; init; }

    public required int Rounds { get; init; }

    public required double MedianMs { get; init; }

    public required double MinMs { get; init; }

    public required double RowsPerSecond { get; init; }

    /// <summary>The median divided by the floor's median; null if the floor was not measured.</summary>
    public double? TimesFloor { get; init; }

    /// <summary>The median divided by SaveChanges' median.</summary>
    public double? TimesSaveChanges { get; init; }

    /// <summary>The median of the bytes that the library, EF Core and the driver allocated together, per row.</summary>
    public required double BytesPerRow { get; init; }

    /// <summary>The median of the client's processor time, in microseconds per row; null in files that are older than it.</summary>
    public double? ProcessorPerRow { get; init; }

    /// <summary>The most managed memory that a run needed, in bytes; null if it was not measured.</summary>
    public long? PeakBytes { get; init; }

    /// <summary>Round trips of one run; null if they were not counted.</summary>
    public int? RoundTrips { get; init; }

    public required IReadOnlyList<double> SamplesMs { get; init; }

    public string Tell() => string.Concat(
        $"{Operation} {Page.Number(Rows)}, {TechniqueNames.Of(this)}: {Page.Milliseconds(MedianMs)} ms, {Page.Number(RowsPerSecond)} rows/s",
        TimesFloor is { } floor ? $", {Page.Number(floor, 2)} × floor" : "",
        TimesSaveChanges is { } saveChanges ? $", {Page.Number(saveChanges, 2)} × SaveChanges" : "",
        $", {Page.Number(ProcessorPerRow, 2)} µs CPU and {Page.Number(BytesPerRow)} bytes a row");

    public static Measurement Of(Workload workload, int rows, Series series)
    {
        (Technique technique, IReadOnlyList<Sample> samples) = series;
        double median = Median.Of(samples.Select(s => s.Milliseconds));
        return new()
        {
            Operation = workload.Name,
            Rows = rows,
            TableRows = workload.TableRows,
            Technique = technique.Kind,
            Detail = technique.Detail,
            Rounds = samples.Count,
            MedianMs = median,
            MinMs = samples.Min(s => s.Milliseconds),
            RowsPerSecond = rows / median * 1_000,
            BytesPerRow = Median.Of(samples.Select(s => (double)s.Bytes)) / rows,
            ProcessorPerRow = Median.Of(samples.Select(s => s.Processor.TotalMicroseconds)) / rows,
            SamplesMs = [.. samples.Select(s => Math.Round(s.Milliseconds, 3))],
        };
    }
}
