using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run with shards as tables.</summary>
internal sealed class ShardsTables(Page page)
{
    /// <summary>What is shown of a way.</summary>
    public static IReadOnlyList<(string Title, Func<ShardsMeasurement, string> Cell)> Columns { get; } =
    [
        ("median ms", m => Page.Number(m.MedianMs, 1)),
        ("min ms", m => Page.Number(m.MinMs, 1)),
        ("× one table", m => Page.Number(m.TimesOneTable, 3)),
        ("× five calls by hand", m => Page.Number(m.TimesByHand, 3)),
        ("rounds", m => Page.Number(m.Rounds)),
    ];

    public void Print(ShardsReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<int, ShardsMeasurement> compared in report.Measurements.GroupBy(m => m.Rows))
        {
            Table table = page.Table($"insert, orders with text keys, {Page.Number(compared.Key)} rows", "technique");
            Page.AddNumbers(table, [.. Columns.Select(column => column.Title)]);
            foreach (ShardsMeasurement m in compared)
                table.AddRow([m.Technique, .. Columns.Select(column => column.Cell(m))]);
            page.Print(table);
        }

        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
