using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of rows from a stream, as a table.</summary>
internal sealed class StreamTables(Page page)
{
    public void Print(StreamReport report)
    {
        page.Print(report.Machine);
        Table table = page.Table($"insert, {report.Rows:N0} rows from a stream in one transaction", "figure");
        Page.AddNumbers(table, "at most", "measured");
        table.AddRow("seconds", "", Page.Number(report.Seconds, 1));
        table.AddRow("rows/s", "", Page.Number(report.Rows / report.Seconds));
        table.AddRow("rows/s in the second and in the last tenth", "", $"{Page.Number(report.SpeedOf(1))}, {Page.Number(report.SpeedOf(9))}");
        table.AddRow("growth of managed memory, after a collection, MiB", Page.Number(StreamReport.MostGrowthMiB), Page.Number(report.LiveMiB, 1));
        table.AddRow("the same with garbage, mostly the stream's rows, MiB", "", Page.Number(report.WithGarbageMiB, 1));
        table.AddRow("from being cancelled halfway to the end of the call, ms; no row is left", Page.Number(StreamReport.MostCancelMs), Page.Number(report.CancelMs));
        page.Print(table);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
