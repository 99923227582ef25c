using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of the two loops as a table.</summary>
internal sealed class ThreeRowsTables(Page page)
{
    public void Print(ThreeRowsReport report)
    {
        page.Print(report.Machine);
        Table table = page.Table($"{report.Executions:N0} executions of one statement of three rows", "loop");
        Page.AddNumbers(table, "median ms", "min ms", "executions/s", "× C", "CPU µs/execution", "B/execution", "rounds");
        double? inC = report.Loops.Count > 1 ? report.Loops[^1].MedianMs : null;
        foreach (LoopMeasurement m in report.Loops)
        {
            table.AddRow(
                m.Loop, Page.Number(m.MedianMs, 1), Page.Number(m.MinMs, 1), Page.Number(m.ExecutionsPerSecond), Page.Number(inC / m.MedianMs, 2),
                Page.Number(m.ProcessorPerExecution, 2), Page.Number(m.BytesPerExecution), Page.Number(m.Rounds));
        }
        page.Print(table);
        if (report.Missing.Length > 0)
            page.Line($"The loop in C was not run: {report.Missing}");
    }
}
