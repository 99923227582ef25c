using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of SaveChanges as tables.</summary>
internal sealed class SaveChangesTables(Page page)
{
    public void Print(SaveChangesReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<string, SaveMeasurement> operation in report.Measurements.GroupBy(m => m.Operation))
            Print(operation.Key, [.. operation]);
        SaveFigureTable.Print(page, report.Figures);
    }

    private void Print(string operation, IReadOnlyList<SaveMeasurement> measurements)
    {
        Table table = page.Table($"{operation}, table of {measurements[0].TableRows:N0} rows", "rows", "timed");
        Page.AddNumbers(table, "plain ms", "bulk ms", "× as fast", "plain CPU ms", "bulk CPU ms", "plain B/row", "bulk B/row", "saves", "rounds");
        foreach (SaveMeasurement m in measurements)
        {
            int digits = m.Rows < 10_000 ? 3 : 0;
            table.AddRow(
                Page.Number(m.Rows), m.IncludesTracking ? "AddRange and SaveChanges" : "SaveChanges",
                Page.Number(m.Plain?.MedianMs, digits), Page.Number(m.Bulk?.MedianMs, digits), Page.Number(m.TimesFaster, 2),
                Page.Number(m.Plain?.ProcessorMs, digits), Page.Number(m.Bulk?.ProcessorMs, digits),
                Page.Number(m.Plain?.BytesPerRow), Page.Number(m.Bulk?.BytesPerRow),
                Page.Number(m.SavesPerRun), $"{Page.Number(m.Plain?.Rounds)} / {Page.Number(m.Bulk?.Rounds)}");
        }
        page.Print(table);
    }
}
