using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>A report as tables: colours and boxes on a terminal, Markdown in a file.</summary>
internal sealed class Tables(IAnsiConsole console, bool isTerminal)
{
    public void Print(Report report)
    {
        Print(report.Machine);
        foreach (IGrouping<string, Measurement> operation in report.Measurements.GroupBy(m => m.Operation))
            Print(operation.Key, [.. operation]);
        Print(report.Figures);
    }

    private void Print(Machine machine)
    {
        console.MarkupLineInterpolated($"{machine.Server}");
        console.MarkupLineInterpolated($"{string.Join(", ", machine.ServerSettings.Select(s => $"{s.Key}={s.Value}"))}");
        console.MarkupLineInterpolated($"EF Core {machine.EFCore}, {machine.Provider}, {machine.Driver}");
        console.MarkupLineInterpolated($"{machine.Cores} cores, {machine.OperatingSystem}, {machine.Runtime}, {machine.Date:yyyy-MM-dd HH:mm zzz}");
    }

    private void Print(string operation, IReadOnlyList<Measurement> measurements)
    {
        Table table = Create($"{operation}, table of {measurements[0].TableRows:N0} rows");
        table.AddColumn("rows").AddColumn("technique");
        foreach (string column in new[] { "median ms", "min ms", "rows/s", "× floor", "× SaveChanges", "B/row", "round trips", "rounds" })
            table.AddColumn(new TableColumn(column).RightAligned());
        int rows = 0;
        foreach (Measurement m in measurements)
        {
            if (isTerminal && rows != 0 && rows != m.Rows)
                table.AddEmptyRow();
            rows = m.Rows;
            table.AddRow(Cells(m));
        }
        console.Write(table);
    }

    private static string[] Cells(Measurement m) =>
    [
        Number(m.Rows), Name(m), Number(m.MedianMs, 2), Number(m.MinMs, 2), Number(m.RowsPerSecond), Number(m.TimesFloor, 2),
        Number(m.TimesSaveChanges, 2), Number(m.BytesPerRow), Number(m.RoundTrips), Number(m.Rounds),
    ];

    private void Print(IReadOnlyList<Figure> figures)
    {
        if (figures.Count == 0)
            return;
        Table table = Create("Figures");
        table.AddColumn("figure").AddColumn("unit").AddColumn(new TableColumn("at most").RightAligned());
        table.AddColumn(new TableColumn("measured").RightAligned()).AddColumn("reached");
        foreach (Figure f in figures)
        {
            int digits = f.Unit.StartsWith('×') ? 2 : 0;
            string reached = (f.IsReached, isTerminal) switch { (true, true) => "[green]yes[/]", (false, true) => "[red]no[/]", (true, _) => "yes", _ => "no" };
            table.AddRow(f.Name, f.Unit, Number(f.Target, digits), Number(f.Measured, digits), reached);
        }
        console.Write(table);
    }

    private Table Create(string title)
    {
        console.WriteLine();
        console.MarkupLineInterpolated($"{title}");
        console.WriteLine();
        return new Table().Border(isTerminal ? TableBorder.Rounded : TableBorder.Markdown);
    }

    private static string Name(Measurement m) => m.Technique switch
    {
        TechniqueKind.RowByRow => "row by row, prepared",
        TechniqueKind.SaveChanges => "SaveChanges",
        TechniqueKind.Bulk => $"Bulk{char.ToUpperInvariant(m.Operation[0])}{m.Operation[1..]} ({m.Detail})",
        _ => "floor",
    };

    private static string Number(double? value, int digits = 0) => value?.ToString($"N{digits}", CultureInfo.InvariantCulture) ?? "–";
}
