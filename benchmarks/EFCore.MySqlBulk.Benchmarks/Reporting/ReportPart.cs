using EFCore.MySqlBulk.Benchmarks.BadRows;
using EFCore.MySqlBulk.Benchmarks.Plots;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>A part of the report: a run of its own, with a results file of its own.</summary>
/// <param name="Name">Its name, and that of the results file.</param>
/// <param name="Description">What is measured.</param>
/// <param name="Options">The options of the run.</param>
/// <param name="Section">Makes what a page shows, from the part's name and its results file.</param>
/// <param name="Rows">The row counts of a whole run, unless they are the usual ones.</param>
internal sealed record ReportPart(string Name, string Description, IReadOnlyList<string> Options, Func<string, string, ReportSection> Section, string? Rows = null)
{
    private const string AllSizes = "1,10,100,1000,10000,100000,1000000";

    private static readonly ReportPart Cluster = new("cluster", "inserts into a group of three and by a list of servers", ["--cluster"], Of<ClusterReport>(ScaleMarkdown.Write));

    private static readonly ReportPart[] Known =
    [
        new("operations", "insert, update and delete on MySQL", [], OfOperations, AllSizes),
        new("operations-mariadb", "insert, update and delete on MariaDB", ["--server", "mariadb"], OfOperations, AllSizes),
        new("small-calls", "calls of 1 to 100 rows, and SaveChanges", ["--technique", nameof(TechniqueKind.SaveChanges), "--technique", nameof(TechniqueKind.Bulk)], static (name, file) => OfOperations(name, file) with { Pictures = [] }, "1,2,5,10,20,50,100"),
        new("columns", "tables of 3 and of 30 columns", ["--columns", "3,30"], OfOperations, "1000,10000,100000"),
        new("save-changes", "SaveChanges in bulk", ["--save-changes"], Of<SaveChangesReport>(ComparisonMarkdown.Write)),
        new("insert-or-update", "rows inserted or updated by a unique index", ["--insert-or-update"], Of<UpsertReport>(ComparisonMarkdown.Write)),
        new("synchronize", "a table made equal to a list of rows", ["--synchronize"], Of<UpsertReport>(ComparisonMarkdown.Write)),
        new("read-by-keys", "entities read by their keys", ["--read-by-keys"], Of<ReadReport>(ComparisonMarkdown.Write)),
        new("graphs", "entities that are stored as several rows", ["--graphs"], Of<GraphReport>(ComparisonMarkdown.Write)),
        new("first-calls", "the first call of a process and of an entity type", ["--first-calls"], Of<FirstCallsReport>(ComparisonMarkdown.Write)),
        new("bad-rows", "imports of which some rows are set aside", ["--bad-rows"], Of<BadRowsReport>(ComparisonMarkdown.Write)),
        new("by-query", "the rows of a query, in batches and at once", ["--by-query"], Of<QueryReport>(QueryMarkdown.Write)),
        new("stream", "millions of rows from a stream in one transaction", ["--stream"], OfStream),
        new("contention", "eight writers in one table", ["--contention"], Of<ContentionReport>(ScaleMarkdown.Write)),
        new("shards", "orders inserted into five tables", ["--shards"], Of<ShardsReport>(ScaleMarkdown.Write)),
        new("atomic", "two connections that commit together", ["--atomic"], Of<AtomicReport>(ScaleMarkdown.Write)),
        new("wide-rows", "rows of 24 columns and 570 bytes, on one server and on a group of three", ["--wide-rows"], Of<WideReport>(ScaleMarkdown.Write), "600000"),
        Cluster,
        new("rtt", "one statement a row, and round trips of 0, 1 and 10 ms", ["--schemes"], OfRoundTrips),
        new("selection", "the strategy that calls choose, and every other one, on MySQL", ["--selection"], Of<SelectionReport>(SelectionMarkdown.Write)),
        new("selection-mariadb", "the strategy that calls choose, and every other one, on MariaDB", ["--selection", "--server", "mariadb"], Of<SelectionReport>(SelectionMarkdown.Write)),
    ];

    /// <summary>The parts that can run: lists of servers need MySqlConnector.</summary>
#if CONNECTORNET
    public static IReadOnlyList<ReportPart> All { get; } = [.. Known.Where(part => part != Cluster)];
#else
    public static IReadOnlyList<ReportPart> All => Known;
#endif

    /// <summary>What a page shows of the results files in a folder.</summary>
    public static IEnumerable<ReportSection> SectionsIn(string folder) =>
        from part in Known
        where File.Exists(part.FileIn(folder))
        let shown = part.Section(part.Name, part.FileIn(folder))
        select shown with { Title = $"{char.ToUpperInvariant(part.Description[0])}{part.Description[1..]}{By(shown.Report.Machine.Driver)}" };

    public string FileIn(string folder) => Path.Combine(folder, Name + ".json");

    /// <summary>The command line of its run.</summary>
    public IReadOnlyList<string> Words(string folder, bool isQuick) =>
        [.. Options, .. isQuick ? ["--quick"] : Rows is null ? Array.Empty<string>() : ["--rows", Rows], "--json", FileIn(folder)];

    // Two drivers may be on one page.
    private static string By(string driver) => driver.StartsWith("MySqlConnector ", StringComparison.Ordinal) ? "" : $", by {driver.Split(' ')[0]}";

    private static ReportSection OfOperations(string name, string file)
    {
        Report report = ResultsFile.Read<Report>(file);
        return new(report, [.. SizePlot.PicturesOf(name, report)], OperationsTables.Write(report));
    }

    private static Func<string, string, ReportSection> Of<TReport>(Func<TReport, string> tables)
        where TReport : IReport
        => (_, file) =>
        {
            TReport report = ResultsFile.Read<TReport>(file);
            return new(report, [], tables(report));
        };

    private static ReportSection OfStream(string name, string file)
    {
        StreamReport report = ResultsFile.Read<StreamReport>(file);
        return new(report, [.. MemoryPlot.PicturesOf(name, report)], Tables: "");
    }

    private static ReportSection OfRoundTrips(string name, string file)
    {
        SchemeReport report = ResultsFile.Read<SchemeReport>(file);
        return new(report, [.. RoundTripPlot.PicturesOf(name, report)], Tables: "");
    }
}
