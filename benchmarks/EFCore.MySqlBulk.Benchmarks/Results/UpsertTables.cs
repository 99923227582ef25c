using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of inserting or updating, or of synchronizing, as tables.</summary>
internal sealed class UpsertTables(Page page)
{
    public void Print(UpsertReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<int, UpsertMeasurement> rows in report.Measurements.GroupBy(m => m.Rows))
        {
            Table table = page.Table($"{report.Operation}, {Page.Number(rows.Key)} rows, table of {Page.Number(rows.First().TableRows)} rows", "technique", "strategy");
            Page.AddNumbers(table, "median ms", "min ms", "× floor", "× as fast", "CPU ms", "B/row", "rounds");
            int digits = rows.Key < 10_000 ? 1 : 0;
            foreach (UpsertMeasurement m in rows)
            {
                table.AddRow(
                    m.Technique, m.Detail, Page.Number(m.Times.MedianMs, digits), Page.Number(m.Times.MinMs, digits), Page.Number(m.TimesFloor, 2), Page.Number(m.TimesFaster, 2),
                    Page.Number(m.Times.ProcessorMs, digits), Page.Number(m.Times.BytesPerRow), Page.Number(m.Times.Rounds));
            }
            page.Print(table);
        }
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
