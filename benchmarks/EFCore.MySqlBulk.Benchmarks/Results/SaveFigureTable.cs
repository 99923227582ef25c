using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The figures of a report as a table.</summary>
internal static class SaveFigureTable
{
    public static void Print(Page page, IReadOnlyList<SaveFigure> figures)
    {
        if (figures.Count == 0)
            return;
        Table table = page.Table("Figures", "figure", "unit");
        Page.AddNumbers(table, "target", "measured");
        table.AddColumn("reached");
        foreach (SaveFigure f in figures)
        {
            int digits = f.Unit.StartsWith('×') ? 2 : 0;
            string target = $"{(f.IsLeast ? "≥" : "≤")} {Page.Number(f.Target, digits)}";
            table.AddRow(f.Name, f.Unit, target, Page.Number(f.Measured, digits), page.YesOrNo(f.IsReached));
        }
        page.Print(table);
    }
}
