using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What inserts, updates and deletes should reach, in one place. It applies to MySQL 9.7 with durable settings.</summary>
internal static class Figures
{
    private const double MaxBytesPerRow = 400;
    private const int MostSmallRows = 100;
    private const int ManyRows = 100_000;

    // Up to here, what a call allocates once is a good part of it.
    private const int AllocationsAboveRows = 1_000;

    // "Not slower" has to allow for the difference between two medians of the same technique.
    private const double NotSlower = 1.10;

    // With keys, however they are inserted.
    private static readonly (int Rows, double TimesFloor)[] InsertsWithKeys = [(10_000, 1.15), (100_000, 1.10), (1_000_000, 1.10)];

    private static readonly (string Operation, TechniqueKind Technique, (int Rows, double TimesFloor)[] Limits)[] TimesFloor =
    [
        ("insert", TechniqueKind.Bulk, InsertsWithKeys),
        ("insert", TechniqueKind.BulkLoadData, InsertsWithKeys),
        ("insert", TechniqueKind.BulkLoadDataWithoutKeys, [(10_000, 1.05), (100_000, 0.98), (1_000_000, 0.98)]),
        ("update", TechniqueKind.Bulk, [(10_000, 1.10), (100_000, 0.85), (1_000_000, 0.9)]),
        ("delete", TechniqueKind.Bulk, [(10_000, 0.85), (100_000, 0.7), (1_000_000, 0.9)]),
        (DeleteWorkload.Scattered, TechniqueKind.Bulk, [(10_000, 0.85), (100_000, 0.85), (1_000_000, 0.9)]),
    ];

    // Microseconds of the client's processor.
    private static readonly (TechniqueKind Technique, double PerRow)[] Processor = [(TechniqueKind.Bulk, 0.8), (TechniqueKind.BulkLoadData, 0.8), (TechniqueKind.BulkLoadDataWithoutKeys, 0.45)];

    /// <summary>The figures that this run has measured.</summary>
    public static IEnumerable<Figure> Of(IReadOnlyList<Measurement> measurements) =>
    [
        .. from goal in TimesFloor
           from limit in goal.Limits
           from m in measurements
           where (m.Operation, m.Rows, m.Technique) == (goal.Operation, limit.Rows, goal.Technique) && m.TimesFloor is not null
           select new Figure(NameOf(m), "× floor", limit.TimesFloor, m.TimesFloor!.Value),
        .. from goal in Processor
           from m in measurements
           where (m.Operation, m.Rows, m.Technique) == ("insert", ManyRows, goal.Technique) && m.ProcessorPerRow is not null
           select new Figure(NameOf(m), "µs CPU a row", goal.PerRow, m.ProcessorPerRow!.Value),
        .. from m in measurements
           where m.Technique == TechniqueKind.Bulk && m.Rows is > AllocationsAboveRows and <= ManyRows
           select new Figure(NameOf(m), "bytes a row", MaxBytesPerRow, m.BytesPerRow),
        .. from m in measurements
           where m.Technique is TechniqueKind.BulkLoadData or TechniqueKind.BulkLoadDataWithoutKeys
           let copy = Find(measurements, m.Operation, m.Rows, TechniqueKind.MySqlBulkCopy)
           where copy is not null
           select new Figure(NameOf(m), "× MySqlBulkCopy", 1, m.MedianMs / copy.MedianMs),
        .. measurements.Where(m => m.Rows <= MostSmallRows && m.Technique == TechniqueKind.Bulk).SelectMany(m => Small(measurements, m)),
    ];

    private static IEnumerable<Figure> Small(IReadOnlyList<Measurement> measurements, Measurement bulk)
    {
        if (bulk.TimesSaveChanges is { } ratio)
            yield return new(NameOf(bulk), "× SaveChanges", NotSlower, ratio);
        if (bulk.RoundTrips is { } ours && Find(measurements, bulk.Operation, bulk.Rows, TechniqueKind.SaveChanges)?.RoundTrips is { } theirs)
            yield return new(NameOf(bulk), "round trips", theirs, ours);
    }

    private static string NameOf(Measurement m) => $"{m.Operation} {m.Rows:N0} rows{m.Technique switch
    {
        TechniqueKind.BulkLoadData => ", LOAD DATA",
        TechniqueKind.BulkLoadDataWithoutKeys => ", LOAD DATA, no keys",
        _ => "",
    }}";

    private static Measurement? Find(IReadOnlyList<Measurement> measurements, string operation, int rows, TechniqueKind kind) =>
        measurements.FirstOrDefault(m => m.Operation == operation && m.Rows == rows && m.Technique == kind);
}
