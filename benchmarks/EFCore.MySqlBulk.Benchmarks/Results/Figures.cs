using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All promised figures, in one place. They apply to MySQL 9.7 with durable settings.</summary>
internal static class Figures
{
    private const double MaxBytesPerRow = 400;

    // "Not slower" has to allow for the difference between two medians of the same technique.
    private const double NotSlower = 1.10;
    private const int FewRows = 10;

    private static readonly (string Operation, int Rows, double TimesFloor)[] Limits =
    [
        ("insert", 100_000, 1.25), ("insert", 10_000, 1.8),
        ("update", 100_000, 1.2), ("update", 10_000, 1.7),
        ("delete", 100_000, 1.2), ("delete", 10_000, 1.4),
    ];

    /// <summary>The figures that this run has measured.</summary>
    public static IEnumerable<Figure> Of(IReadOnlyList<Measurement> measurements) =>
        Limits.SelectMany(limit => Large(measurements, limit.Operation, limit.Rows, limit.TimesFloor))
            .Concat(measurements.Where(m => m.Rows == FewRows && m.Technique == TechniqueKind.Bulk).SelectMany(m => Small(measurements, m)));

    private static IEnumerable<Figure> Large(IReadOnlyList<Measurement> measurements, string operation, int rows, double limit)
    {
        if (Find(measurements, operation, rows, TechniqueKind.Bulk) is not { TimesFloor: { } ratio } bulk)
            yield break;
        yield return new($"{operation} {rows:N0} rows", "× floor", limit, ratio);
        yield return new($"{operation} {rows:N0} rows", "bytes a row", MaxBytesPerRow, bulk.BytesPerRow);
    }

    private static IEnumerable<Figure> Small(IReadOnlyList<Measurement> measurements, Measurement bulk)
    {
        string name = $"{bulk.Operation} {FewRows} rows";
        if (bulk.TimesSaveChanges is { } ratio)
            yield return new(name, "× SaveChanges", NotSlower, ratio);
        if (bulk.RoundTrips is { } ours && Find(measurements, bulk.Operation, FewRows, TechniqueKind.SaveChanges)?.RoundTrips is { } theirs)
            yield return new(name, "round trips", theirs, ours);
    }

    private static Measurement? Find(IReadOnlyList<Measurement> measurements, string operation, int rows, TechniqueKind kind) =>
        measurements.FirstOrDefault(m => m.Operation == operation && m.Rows == rows && m.Technique == kind);
}
