using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of wide rows, as tables.</summary>
internal sealed class WideTables(Page page)
{
    /// <summary>What the others are compared with.</summary>
    public const string One = "one server";

    public void Print(WideReport report)
    {
        page.Print(report.Machine);
        page.Line($"{Page.Number(report.Rows)} rows of {Page.Number(report.RowBytes)} bytes in 24 columns; all rows were found on every server, with the values that were written.");
        foreach (IGrouping<string, WideMeasurement> operation in report.Measurements.GroupBy(m => m.Operation))
        {
            Table table = page.Table(operation.Key, "technique", "place");
            Page.AddNumbers(table, "rows a call", "at once", "calls", "rows/s", "MB/s", "calls/s", "mean ms", "p99 ms", "× one server", "caught up s", "CPU µs/row", "load");
            foreach (WideMeasurement m in operation.OrderBy(m => m.RowsOfCall).ThenBy(m => m.Workers).ThenBy(m => m.Technique).ThenByDescending(m => m.Place))
                table.AddRow(Cells(m, operation.FirstOrDefault(other => other.Place == One && m.Place != One && other.IsLike(m))));
            page.Print(table);
        }
        page.Line($"× one server is the time of the same calls divided by that of one server; caught up is how long after the last call all servers had everything.");
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }

    private static string[] Cells(WideMeasurement m, WideMeasurement? one) =>
    [
        m.Technique, m.Place, Page.Number(m.RowsOfCall), Page.Number(m.Workers), Page.Number(m.SamplesMs.Count), Page.Number(m.RowsPerSecond), Page.Number(m.MegabytesPerSecond, 1),
        Page.Number(m.CallsPerSecond, 2), Page.Number(m.MeanMs), Page.Number(m.SlowMs), Page.Number(one?.RowsPerSecond / m.RowsPerSecond, 2), Page.Number(m.CatchUpSeconds, 1),
        Page.Number(m.ProcessorPerRow, 1), $"{Page.Number(m.LoadBefore, 1)}–{Page.Number(m.LoadAfter, 1)}",
    ];
}
