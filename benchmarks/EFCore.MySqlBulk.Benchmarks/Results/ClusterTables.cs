using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of one server and a group, as tables.</summary>
internal sealed class ClusterTables(Page page)
{
    /// <summary>What is shown of a place.</summary>
    public static IReadOnlyList<(string Title, Func<ClusterMeasurement, string> Cell)> Columns { get; } =
    [
        ("median ms", m => Page.Number(m.Times.MedianMs, 1)),
        ("min ms", m => Page.Number(m.Times.MinMs, 1)),
        ("× one in the string", m => Page.Number(m.TimesOneInString, 3)),
        ("× one server", m => Page.Number(m.TimesOneServer, 2)),
        ("CPU ms", m => Page.Number(m.Times.ProcessorMs, 1)),
        ("CPU × one server", m => Page.Number(m.ProcessorTimesOneServer, 2)),
        ("B/row", m => Page.Number(m.Times.BytesPerRow)),
        ("rounds", m => Page.Number(m.Times.Rounds)),
    ];

    public void Print(ClusterReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<int, ClusterMeasurement> rows in report.Measurements.GroupBy(m => m.Rows))
        {
            Table table = page.Table($"insert, {Page.Number(rows.Key)} rows, load average before: {Page.Number(rows.First().Load, 1)}", "reached", "strategy");
            Page.AddNumbers(table, [.. Columns.Select(column => column.Title)]);
            foreach (ClusterMeasurement m in rows)
                table.AddRow([m.Technique, m.Detail, .. Columns.Select(column => column.Cell(m))]);
            page.Print(table);
        }
        SaveFigureTable.Print(page, report.Figures);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
