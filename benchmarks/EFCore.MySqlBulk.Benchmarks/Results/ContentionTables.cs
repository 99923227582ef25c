using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of writers that meet each other, as tables.</summary>
internal sealed class ContentionTables(Page page)
{
    /// <summary>What is shown of a technique.</summary>
    public static IReadOnlyList<(string Title, Func<ContentionMeasurement, string> Cell)> Columns { get; } =
    [
        ("calls/s", m => Page.Number(m.CallsPerSecond)),
        ("× baseline", m => Page.Number(m.Ratio, 2)),
        ("p99 ms", m => Page.Number(m.SlowMs, 1)),
        ("deadlocks/call", m => Page.Number(m.Deadlocks, 3)),
        ("made again by the caller/call", m => Page.Number(m.Victims, 3)),
        ("rounds", m => Page.Number(m.Rounds)),
    ];

    public void Print(ContentionReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<(string Group, string Arrivals), ContentionMeasurement> compared in report.Measurements.GroupBy(m => (m.Group, m.Arrivals)))
        {
            Table table = page.Table($"{compared.Key.Group}, {compared.Key.Arrivals}: {report.Writers} writers, {report.Rows} rows a call", "technique");
            Page.AddNumbers(table, [.. Columns.Select(column => column.Title)]);
            foreach (ContentionMeasurement m in compared)
                table.AddRow([m.Technique, .. Columns.Select(column => column.Cell(m))]);
            page.Print(table);
        }
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
