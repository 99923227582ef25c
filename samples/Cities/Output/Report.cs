using System.Globalization;
using Cities.Checks;
using Cities.Steps;
using EFCore.MySqlBulk;
using Spectre.Console;

namespace Cities.Output;

/// <summary>The tables at the end.</summary>
internal static class Report
{
    public static Table Of(IEnumerable<StepResult> steps)
    {
        Table table = new() { Border = TableBorder.Simple };
        table.AddColumns("Step", "Rows", "Strategy", "Reason", "Time", "Rows/s", "The same with SaveChanges", "Factor");
        foreach (int right in new[] { 1, 4, 5, 6, 7 })
            table.Columns[right].RightAligned();
        foreach (StepResult step in steps)
            table.AddRow([.. Cells(step).Select(Markup.Escape)]);
        return table;
    }

    public static Table Of(IEnumerable<Check> checks)
    {
        Table table = new() { Border = TableBorder.Simple };
        table.AddColumns("Check", "Expected", "Stored", "");
        foreach (Check check in checks)
            table.AddRow(Markup.Escape(check.Question), check.Expected, check.Actual, check.Holds ? "[green]equal[/]" : "[red]DIFFERENT[/]");
        return table;
    }

    private static string[] Cells(StepResult step)
    {
        (BulkResult bulk, SliceTime? slice) = (step.Bulk, step.SaveChanges);
        return
        [
            step.Title,
            Text($"{bulk.RowsAffected:N0}"),
            $"{bulk.Strategy}",
            bulk.Reason,
            Seconds(bulk.Elapsed),
            slice is null ? "" : Text($"{bulk.RowsAffected / bulk.Elapsed.TotalSeconds:N0}"),
            slice is null ? "" : SaveChanges(slice, bulk.RowsAffected),
            slice is null ? "" : Factor(slice.ScaledTo(bulk.RowsAffected) / bulk.Elapsed),
        ];
    }

    private static string SaveChanges(SliceTime slice, long rows)
        => slice.Rows == rows
            ? $"{Seconds(slice.Elapsed)}, all rows"
            : Text($"≈ {Seconds(slice.ScaledTo(rows))}, scaled from {slice.Rows:N0} rows");

    private static string Factor(double factor) => factor < 10 ? Text($"{factor:N1}x") : Text($"{factor:N0}x");

    private static string Seconds(TimeSpan time) => Text($"{time.TotalSeconds:N2} s");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
