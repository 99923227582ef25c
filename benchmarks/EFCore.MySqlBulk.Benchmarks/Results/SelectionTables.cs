using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of the choices as tables.</summary>
internal sealed class SelectionTables(Page page)
{
    public void Print(SelectionReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<(string Operation, double RoundTripMs), SelectionMeasurement> group in report.Measurements.GroupBy(m => (m.Operation, m.RoundTripMs)))
        {
            Table table = page.Table($"{group.Key.Operation}, round trip {group.Key.RoundTripMs} ms", "rows", "chosen");
            Page.AddNumbers(table, "median ms");
            table.AddColumn("best forced");
            Page.AddNumbers(table, "median ms", "× best");
            table.AddColumn($"at most {Page.Number(SelectionMeasurement.Most, 2)}");
            table.AddColumn("all forced, median ms");
            foreach (SelectionMeasurement m in group)
            {
                table.AddRow(
                    Page.Number(m.Rows), m.Chosen, Page.Milliseconds(m.MedianMs), m.Best.Name, Page.Milliseconds(m.Best.MedianMs), Page.Number(m.Ratio, 2), page.YesOrNo(m.IsRight),
                    string.Join("; ", m.Forced.OrderBy(forced => forced.MedianMs).Select(forced => $"{forced.Name} {Page.Milliseconds(forced.MedianMs)}")));
            }
            page.Print(table);
        }
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
