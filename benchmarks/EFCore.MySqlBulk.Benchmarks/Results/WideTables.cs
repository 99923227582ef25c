using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of wide rows, as tables.</summary>
internal sealed class WideTables(Page page)
{
    /// <summary>What the others are compared with.</summary>
    public const string One = "one server";

    /// <summary>What is shown of an operation: of a measurement, and of the same calls on one server if it is of another place.</summary>
    public static IReadOnlyList<(string Title, Func<(WideMeasurement Own, WideMeasurement? One), string> Cell)> Columns { get; } =
    [
        ("rows a call", m => Page.Number(m.Own.RowsOfCall)),
        ("at once", m => Page.Number(m.Own.Workers)),
        ("calls", m => Page.Number(m.Own.SamplesMs.Count)),
        ("rows/s", m => Page.Number(m.Own.RowsPerSecond)),
        ("MB/s", m => Page.Number(m.Own.MegabytesPerSecond, 1)),
        ("calls/s", m => Page.Number(m.Own.CallsPerSecond, 2)),
        ("mean ms", m => Page.Number(m.Own.MeanMs)),
        ("p99 ms", m => Page.Number(m.Own.SlowMs)),
        ("× one server", m => Page.Number(m.One?.RowsPerSecond / m.Own.RowsPerSecond, 2)),
        ("caught up s", m => Page.Number(m.Own.CatchUpSeconds, 1)),
        ("CPU µs/row", m => Page.Number(m.Own.ProcessorPerRow, 1)),
        ("load", m => $"{Page.Number(m.Own.LoadBefore, 1)}–{Page.Number(m.Own.LoadAfter, 1)}"),
    ];

    /// <summary>The measurements of an operation in the order in which they are shown, each with that of one server.</summary>
    public static IEnumerable<(WideMeasurement Own, WideMeasurement? One)> Sorted(IEnumerable<WideMeasurement> operation) =>
        from m in operation.OrderBy(m => m.RowsOfCall).ThenBy(m => m.Workers).ThenBy(m => m.Technique).ThenByDescending(m => m.Place)
        select (m, operation.FirstOrDefault(other => other.Place == One && m.Place != One && other.IsLike(m)));

    public void Print(WideReport report)
    {
        page.Print(report.Machine);
        page.Line($"{Page.Number(report.Rows)} rows of {Page.Number(report.RowBytes)} bytes in 24 columns; all rows were found on every server, with the values that were written.");
        foreach (IGrouping<string, WideMeasurement> operation in report.Measurements.GroupBy(m => m.Operation))
        {
            Table table = page.Table(operation.Key, "technique", "place");
            Page.AddNumbers(table, [.. Columns.Select(column => column.Title)]);
            foreach ((WideMeasurement Own, WideMeasurement? One) m in Sorted(operation))
                table.AddRow([m.Own.Technique, m.Own.Place, .. Columns.Select(column => column.Cell(m))]);
            page.Print(table);
        }
        page.Line($"× one server is the time of the same calls divided by that of one server; caught up is how long after the last call all servers had everything.");
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
