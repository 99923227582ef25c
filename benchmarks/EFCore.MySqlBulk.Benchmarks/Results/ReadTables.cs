using EFCore.MySqlBulk.Benchmarks.Workloads;
using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of reading by keys as tables.</summary>
internal sealed class ReadTables(Page page)
{
    public void Print(ReadReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<int, ReadMeasurement> rows in report.Measurements.GroupBy(m => m.Rows))
        {
            Table table = page.Table($"{Page.Number(rows.Key)} keys, table of {LoadedTable.Rows:N0} rows", "technique");
            Page.AddNumbers(table, "median ms", "min ms", "× as fast", "CPU ms", "B/row", "rounds");
            int digits = rows.Key < 1_000 ? 2 : 0;
            foreach (ReadMeasurement m in rows)
            {
                table.AddRow(
                    m.Technique, Page.Number(m.Times.MedianMs, digits), Page.Number(m.Times.MinMs, digits), Page.Number(m.TimesFaster, 2), Page.Number(m.Times.ProcessorMs, digits),
                    Page.Number(m.Times.BytesPerRow), Page.Number(m.Times.Rounds));
            }
            page.Print(table);
        }
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
