using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of inserts over several connections, as a table.</summary>
internal sealed class AtomicTables(Page page)
{
    public void Print(AtomicReport report)
    {
        page.Print(report.Machine);
        Table table = page.Table($"insert, {report.Rows:N0} rows over {report.Connections} connections", "commit");
        Page.AddNumbers(table, "median ms", "ratio", "rounds");
        table.AddRow("one after the other", Page.Number(report.SeparateMs), "", Page.Number(report.Rounds));
        table.AddRow("together (Atomic)", Page.Number(report.AtomicMs), Page.Number(report.Ratio, 3), Page.Number(report.Rounds));
        page.Print(table);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
