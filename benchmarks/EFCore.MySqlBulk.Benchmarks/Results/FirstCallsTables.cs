using EFCore.MySqlBulk.Benchmarks.FirstCalls;
using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of first calls, as a table.</summary>
internal sealed class FirstCallsTables(Page page)
{
    public void Print(FirstCallsReport report)
    {
        page.Print(report.Machine);
        Table table = page.Table($"insert, {FirstCall.Rows} rows", "way");
        Page.AddNumbers(table, "first of a process ms", "first of a type ms", "later ms", "rounds");
        foreach (FirstCallMeasurement m in report.Measurements)
            table.AddRow(m.Way, Page.Number(m.ProcessMs, 1), Page.Number(m.TypeMs, 1), Page.Number(m.LaterMs, 2), Page.Number(m.Rounds.Count));
        page.Print(table);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
