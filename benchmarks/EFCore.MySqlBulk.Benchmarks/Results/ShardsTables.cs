using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run with shards as tables.</summary>
internal sealed class ShardsTables(Page page)
{
    public void Print(ShardsReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<int, ShardsMeasurement> compared in report.Measurements.GroupBy(m => m.Rows))
        {
            Table table = page.Table($"insert, orders with text keys, {Page.Number(compared.Key)} rows", "technique");
            Page.AddNumbers(table, "median ms", "min ms", "× one table", "× five calls by hand", "rounds");
            foreach (ShardsMeasurement m in compared)
                table.AddRow(m.Technique, Page.Number(m.MedianMs, 1), Page.Number(m.MinMs, 1), Page.Number(m.TimesOneTable, 3), Page.Number(m.TimesByHand, 3), Page.Number(m.Rounds));
            page.Print(table);
        }

        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
