using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>A picture of how the time depends on the round trip: a panel for each operation, a line for each scheme that sends its rows in one transaction.</summary>
internal static class RoundTripPlot
{
    private const int Rows = 1_000;

    private static readonly LineChart Chart = new($"Milliseconds for {Rows:N0} rows by round trip time in ms (less is better)", IsXLogarithmic: false, IsYLogarithmic: true);

    // How the names of the schemes end, and what they are called here.
    private static readonly (string Scheme, string Name, string Colour)[] Styles =
    [
        ("row by row, transaction", "row by row", "#9aa0a8"), ("prepared, transaction", "prepared, row by row", "#7f93ad"), ("multi-statement, transaction", "500 statements a command", "#5b6fc7"),
        (", Auto", "EFCore.MySqlBulk", PlotLine.OurColour),
    ];

    public static IEnumerable<Picture> PicturesOf(string part, SchemeReport report)
    {
        IReadOnlyList<PlotPanel> panels = Panels(report);
        return panels.Count == 0 ? [] : [new($"{part}-latency.svg", Chart.Title, () => Chart.Draw(panels))];
    }

    public static IReadOnlyList<PlotPanel> Panels(SchemeReport report) =>
    [
        .. from m in report.Measurements
           where m.Rows == Rows
           group m by m.Operation into operation
           select new PlotPanel(operation.Key, [.. Styles.Select(style => LineOf(operation, style)).Where(line => line.Points.Count > 0)]),
    ];

    private static PlotLine LineOf(IEnumerable<SchemeMeasurement> operation, (string Scheme, string Name, string Colour) style) =>
        new(style.Name, style.Colour, [.. operation.Where(m => m.Scheme.EndsWith(style.Scheme, StringComparison.Ordinal)).OrderBy(m => m.RoundTripMs).Select(m => (m.RoundTripMs, m.MedianMs))]);
}
