using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of the rows of a query, as tables.</summary>
internal sealed class QueryTables(Page page)
{
    public void Print(QueryReport report)
    {
        page.Print(report.Machine);
        foreach (IGrouping<string, QueryFigure> task in report.Figures.GroupBy(figure => figure.Task))
        {
            Table table = page.Table($"{task.Key}, {report.Old:N0} of {report.Rows:N0} rows, {report.Rounds} rounds", "way");
            Page.AddNumbers(table, "median s", "× the first", "longest transaction, s", "beside a writer, s", "writer p99, ms", "× idle", "its longest wait, ms", "client memory, MiB");
            foreach (QueryFigure figure in task)
                table.AddRow(figure.Technique, Page.Number(figure.Seconds, 1), Page.Number(figure.Ratio, 2), Page.Number(figure.LongestSeconds, 2), Page.Number(figure.BesideSeconds, 1), Page.Number(figure.WriterP99Ms, 1), Page.Number(figure.WriterP99Ms / report.IdleP99Ms, 1), Page.Number(figure.WriterLongestMs), Page.Number(figure.LiveMiB, 1));
            page.Print(table);
        }

        page.Line($"The writer alone: p99 {report.IdleP99Ms:0.0} ms.");
        if (report.IsQuick)
            page.Line($"A quick run: its figures mean nothing.");
    }
}
