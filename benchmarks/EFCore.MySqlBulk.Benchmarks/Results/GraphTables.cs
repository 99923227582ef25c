using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of inserting graphs as tables.</summary>
internal sealed class GraphTables(Page page)
{
    public void Print(GraphReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<(string Operation, int Rows), GraphMeasurement> compared in report.Measurements.GroupBy(m => (m.Operation, m.Rows)))
        {
            Table table = page.Table($"{compared.Key.Operation}, {Page.Number(compared.Key.Rows)} rows", "technique", "strategy");
            bool isOfOneKind = compared.Any(m => m.TimesWithout is not null);
            Page.AddNumbers(table, "median ms", "min ms", isOfOneKind ? "× without IncludeGraph" : "× as fast", "CPU ms", "B/row", "rounds");
            int digits = compared.Key.Rows < 10_000 ? 1 : 0;
            foreach (GraphMeasurement m in compared)
            {
                table.AddRow(
                    m.Technique, m.Detail, Page.Number(m.Times.MedianMs, digits), Page.Number(m.Times.MinMs, digits), isOfOneKind ? Page.Number(m.TimesWithout, 3) : Page.Number(m.TimesFaster, 2),
                    Page.Number(m.Times.ProcessorMs, digits), Page.Number(m.Times.BytesPerRow), Page.Number(m.Times.Rounds));
            }
            page.Print(table);
        }
        SaveFigureTable.Print(page, report.Figures);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
