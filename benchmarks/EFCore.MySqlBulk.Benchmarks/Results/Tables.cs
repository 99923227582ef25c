using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of the techniques as tables.</summary>
internal sealed class Tables(Page page)
{
    public void Print(Report report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<string, Measurement> operation in report.Measurements.GroupBy(m => m.Operation))
            Print(operation.Key, [.. operation.OrderBy(m => m.Rows)]);
        Print(report.Figures);
    }

    private void Print(string operation, IReadOnlyList<Measurement> measurements)
    {
        Table table = page.Table($"{operation}, table of {measurements[0].TableRows:N0} rows", "rows", "technique");
        Page.AddNumbers(table, "median ms", "min ms", "rows/s", "× floor", "× SaveChanges", "CPU µs/row", "B/row", "peak MiB", "round trips", "rounds");
        int rows = 0;
        foreach (Measurement m in measurements)
        {
            if (page.IsTerminal && rows != 0 && rows != m.Rows)
                table.AddEmptyRow();
            rows = m.Rows;
            table.AddRow(Cells(m));
        }
        page.Print(table);
    }

    private static string[] Cells(Measurement m) =>
    [
        Page.Number(m.Rows), TechniqueNames.Of(m), Page.Number(m.MedianMs, 2), Page.Number(m.MinMs, 2), Page.Number(m.RowsPerSecond), Page.Number(m.TimesFloor, 2),
        Page.Number(m.TimesSaveChanges, 2), Page.Number(m.ProcessorPerRow, 2), Page.Number(m.BytesPerRow), Page.Mebibytes(m.PeakBytes), Page.Number(m.RoundTrips), Page.Number(m.Rounds),
    ];

    private void Print(IReadOnlyList<Figure> figures)
    {
        if (figures.Count == 0)
            return;
        Table table = page.Table("Figures", "figure", "unit");
        Page.AddNumbers(table, "at most", "measured");
        table.AddColumn("reached");
        foreach (Figure f in figures)
        {
            int digits = f.Unit.StartsWith('×') || f.Unit.StartsWith('µ') ? 2 : 0;
            table.AddRow(f.Name, f.Unit, Page.Number(f.Target, digits), Page.Number(f.Measured, digits), page.YesOrNo(f.IsReached));
        }
        page.Print(table);
    }
}
