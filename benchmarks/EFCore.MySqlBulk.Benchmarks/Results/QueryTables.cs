using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of the rows of a query, as tables.</summary>
internal sealed class QueryTables(Page page)
{
    /// <summary>What is shown of a way.</summary>
    public static IReadOnlyList<(string Title, Func<QueryReport, QueryFigure, string> Cell)> Columns { get; } =
    [
        ("median s", (_, figure) => Page.Number(figure.Seconds, 1)),
        ("× the first", (_, figure) => Page.Number(figure.Ratio, 2)),
        ("longest transaction, s", (_, figure) => Page.Number(figure.LongestSeconds, 2)),
        ("beside a writer, s", (_, figure) => Page.Number(figure.BesideSeconds, 1)),
        ("writer p99, ms", (_, figure) => Page.Number(figure.WriterP99Ms, 1)),
        ("× idle", (report, figure) => Page.Number(figure.WriterP99Ms / report.IdleP99Ms, 1)),
        ("its longest wait, ms", (_, figure) => Page.Number(figure.WriterLongestMs)),
        ("client memory, MiB", (_, figure) => Page.Number(figure.LiveMiB, 1)),
    ];

    public void Print(QueryReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<string, QueryFigure> task in report.Figures.GroupBy(figure => figure.Task))
        {
            Table table = page.Table($"{task.Key}, {report.Old:N0} of {report.Rows:N0} rows, {report.Rounds} rounds", "way");
            Page.AddNumbers(table, [.. Columns.Select(column => column.Title)]);
            foreach (QueryFigure figure in task)
                table.AddRow([figure.Technique, .. Columns.Select(column => column.Cell(report, figure))]);
            page.Print(table);
        }

        page.Line($"The writer alone: p99 {report.IdleP99Ms:0.0} ms.");
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
