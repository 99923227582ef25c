using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The table of the rows of a query, as Markdown.</summary>
internal static class QueryMarkdown
{
    public static string Write(QueryReport report)
    {
        MarkdownTable table = new([MarkdownTable.Text("way"), .. QueryTables.Columns.Select(column => MarkdownTable.Number(column.Title))]);
        string what = string.Create(CultureInfo.InvariantCulture, $"{report.Old:N0} of {report.Rows:N0} rows, medians of {report.Rounds} rounds; the longest transaction and the most memory of all. The writer alone has a p99 of {report.IdleP99Ms:0.0} ms.\n\n");
        return what + table.Write(
            from task in report.Figures.GroupBy(figure => figure.Task)
            from figure in task
            select (task.Key, QueryTables.Columns.Select(column => column.Cell(report, figure)).Prepend(figure.Technique)));
    }
}
