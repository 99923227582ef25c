using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of writers that meet each other, as tables.</summary>
internal sealed class ContentionTables(Page page)
{
    public void Print(ContentionReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<(string Group, string Arrivals), ContentionMeasurement> compared in report.Measurements.GroupBy(m => (m.Group, m.Arrivals)))
        {
            Table table = page.Table($"{compared.Key.Group}, {compared.Key.Arrivals}: {report.Writers} writers, {report.Rows} rows a call", "technique");
            Page.AddNumbers(table, "calls/s", "× baseline", "p99 ms", "deadlocks/call", "made again by the caller/call", "rounds");
            foreach (ContentionMeasurement m in compared)
            {
                table.AddRow(
                    m.Technique, Page.Number(m.CallsPerSecond), Page.Number(m.Ratio, 2), Page.Number(m.SlowMs, 1), Page.Number(m.Deadlocks, 3), Page.Number(m.Victims, 3), Page.Number(m.Rounds));
            }
            page.Print(table);
        }
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
