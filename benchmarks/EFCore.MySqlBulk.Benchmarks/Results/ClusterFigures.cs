namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What inserts by a list of servers and into a group should reach, in one place. It applies to MySQL 9.7 with durable settings.</summary>
internal static class ClusterFigures
{
    private const int ManyRows = 100_000;
    private const int PipelinedFromRows = 10_000;
    private const double MaxTimesOneInString = 1.02;
    private const double MaxTimesOneServer = 2.2;

    // The processor's clock ticks, and collections of garbage fall where they fall.
    private const double SameProcessorTime = 1.05;

    /// <summary>The figures that this run has measured.</summary>
    public static IEnumerable<SaveFigure> Of(IReadOnlyList<ClusterMeasurement> measurements) => measurements.SelectMany(Of);

    private static IEnumerable<SaveFigure> Of(ClusterMeasurement m)
    {
        string name = $"{m.Technique}, insert {m.Rows:N0} rows";
        if (m.Rows >= PipelinedFromRows && m.TimesOneInString is { } list)
            yield return new(name, "× one in the string", MaxTimesOneInString, IsLeast: false, list);
        if (m is { Rows: ManyRows, Technique: ClusterMeasurement.Group, TimesOneServer: { } group, ProcessorTimesOneServer: { } processor })
        {
            yield return new(name, "× one server", MaxTimesOneServer, IsLeast: false, group);
            yield return new($"{name}, client's CPU", "× one server", SameProcessorTime, IsLeast: false, processor);
        }
    }
}
