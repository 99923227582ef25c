namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What inserts of graphs should reach, in one place. It applies to MySQL 9.7 with durable settings.</summary>
internal static class GraphFigures
{
    private const int ManyRows = 100_000;
    private const double MaxTimesWithout = 1.03;

    private static readonly Dictionary<string, (double TimesFaster, double? BytesPerRow)> Targets = new()
    {
        ["insert, orders with 10 lines each"] = (14, 300),
        ["insert, table per type"] = (10, null),
        ["insert, owned collection, 5 each"] = (10, null),
    };

    /// <summary>The figures that this run has measured.</summary>
    public static IEnumerable<SaveFigure> Of(IReadOnlyList<GraphMeasurement> measurements) => measurements.Where(m => m.Rows == ManyRows && m.IsBulk).SelectMany(Of);

    private static IEnumerable<SaveFigure> Of(GraphMeasurement m)
    {
        string name = $"{m.Operation}, {m.Rows:N0} rows";
        if (Targets.TryGetValue(m.Operation, out (double TimesFaster, double? BytesPerRow) target))
        {
            if (m.TimesFaster is { } faster)
                yield return new(name, "× as fast", target.TimesFaster, IsLeast: true, faster);
            if (target.BytesPerRow is { } most)
                yield return new(name, "bytes a row", most, IsLeast: false, m.Times.BytesPerRow);
        }
        if (m.TimesWithout is { } ratio)
            yield return new(name, "× without IncludeGraph", MaxTimesWithout, IsLeast: false, ratio);
    }
}
