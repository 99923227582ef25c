using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of one server and a group, as tables.</summary>
internal sealed class ClusterTables(Page page)
{
    public void Print(ClusterReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<int, ClusterMeasurement> rows in report.Measurements.GroupBy(m => m.Rows))
        {
            Table table = page.Table($"insert, {Page.Number(rows.Key)} rows, load average before: {Page.Number(rows.First().Load, 1)}", "reached", "strategy");
            Page.AddNumbers(table, "median ms", "min ms", "× one in the string", "× one server", "CPU ms", "CPU × one server", "B/row", "rounds");
            foreach (ClusterMeasurement m in rows)
            {
                table.AddRow(
                    m.Technique, m.Detail, Page.Number(m.Times.MedianMs, 1), Page.Number(m.Times.MinMs, 1), Page.Number(m.TimesOneInString, 3), Page.Number(m.TimesOneServer, 2),
                    Page.Number(m.Times.ProcessorMs, 1), Page.Number(m.ProcessorTimesOneServer, 2), Page.Number(m.Times.BytesPerRow), Page.Number(m.Times.Rounds));
            }
            page.Print(table);
        }
        SaveFigureTable.Print(page, report.Figures);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
