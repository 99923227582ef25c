using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>A picture of how something depends on the number of rows: a panel for each operation, a line for each technique.</summary>
/// <param name="Name">The end of its file's name.</param>
/// <param name="Chart">How it is drawn.</param>
/// <param name="Value">What is drawn of a measurement; null if that was not measured.</param>
/// <param name="LeftOut">Techniques that would leave no room for the others.</param>
internal sealed record SizePlot(string Name, LineChart Chart, Func<Measurement, double?> Value, IReadOnlyList<TechniqueKind> LeftOut)
{
    // Below this, nearly all of the time is one commit.
    private const int FewestRows = 100;

    private static readonly Dictionary<TechniqueKind, (string Name, string Colour)> Styles = new()
    {
        [TechniqueKind.Bulk] = ("EFCore.MySqlBulk", PlotLine.OurColour),
        [TechniqueKind.BulkLoadData] = ("EFCore.MySqlBulk, LOAD DATA allowed", "#e08f3c"),
        [TechniqueKind.BulkLoadDataWithoutKeys] = ("EFCore.MySqlBulk, no keys, LOAD DATA allowed", "#f0c48a"),
        [TechniqueKind.MySqlBulkCopy] = ("MySqlBulkCopy, no keys", "#2f7d4f"),
        [TechniqueKind.LinqToDB] = ("linq2db, no keys", "#5b6fc7"),
        [TechniqueKind.PhenXBulkInsert] = ("PhenX BulkInsert, no keys", "#a8567f"),
        [TechniqueKind.BulkExtensions] = ("EFCore.BulkExtensions, no keys", "#8a6d3b"),
        [TechniqueKind.RowByRow] = ("prepared, row by row", "#7f93ad"),
        [TechniqueKind.SaveChanges] = ("SaveChanges", "#9aa0a8"),
        [TechniqueKind.Floor] = ("floor", "#000000"),
    };

    public static IReadOnlyList<SizePlot> All { get; } =
    [
        new("rows-per-second", new("Rows per second by number of rows (more is better)", IsXLogarithmic: true, IsYLogarithmic: true), m => m.RowsPerSecond, []),
        new("times-floor", new("Time by number of rows, × the server's own, the floor (less is better)", IsXLogarithmic: true, IsYLogarithmic: false), m => m.TimesFloor, [TechniqueKind.RowByRow, TechniqueKind.SaveChanges]),
        new("processor", new("Client's processor time by number of rows, µs a row (less is better)", IsXLogarithmic: true, IsYLogarithmic: true), m => m.ProcessorPerRow, [TechniqueKind.Floor]),
    ];

    /// <summary>The pictures that a run has values for.</summary>
    public static IEnumerable<Picture> PicturesOf(string part, Report report) =>
        from plot in All
        let panels = plot.Panels(report)
        where panels.Count > 0
        select new Picture($"{part}-{plot.Name}.svg", plot.Chart.Title, () => plot.Chart.Draw(panels));

    /// <summary>The panels, from insert to delete, with the lines that have points.</summary>
    public IReadOnlyList<PlotPanel> Panels(Report report) =>
    [
        .. from m in report.Measurements
           where m.Rows >= FewestRows && Styles.ContainsKey(m.Technique) && !LeftOut.Contains(m.Technique) && Value(m) is not null
           group m by m.Operation into operation
           select new PlotPanel(operation.Key, [.. operation.GroupBy(m => m.Technique).OrderBy(line => line.Key).Select(LineOf)]),
    ];

    private PlotLine LineOf(IGrouping<TechniqueKind, Measurement> line) =>
        new(Styles[line.Key].Name, Styles[line.Key].Colour, [.. line.OrderBy(m => m.Rows).Select(m => ((double)m.Rows, Value(m)!.Value))]) { IsLimit = line.Key == TechniqueKind.Floor };
}
