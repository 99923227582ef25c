using EFCore.MySqlBulk.Benchmarks.Results;
using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.BadRows;

/// <summary>The report of imports with bad rows, as a table.</summary>
internal sealed class BadRowsTables(Page page)
{
    public void Print(BadRowsReport report)
    {
        page.Print(report.Machine);
        Table table = page.Table($"import of {report.Rows:N0} rows, {report.Rounds} rounds", "import");
        Page.AddNumbers(table, "bad rows", "median ms", "× the first");
        foreach (BadRowsFigure figure in report.Figures)
            table.AddRow(figure.Import, Page.Number(figure.BadRows), Page.Number(figure.Ms), Page.Number(figure.Ratio, 2));
        page.Print(table);
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
