using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The table of the rows of a query, as Markdown.</summary>
internal static class QueryMarkdown
{
    public static string Write(QueryReport report)
    {
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"{report.Old:N0} of {report.Rows:N0} rows, medians of {report.Rounds} rounds; the longest transaction and the most memory of all. The writer alone has a p99 of {report.IdleP99Ms:0.0} ms.\n\n");
        text.Append(CultureInfo.InvariantCulture, $"| | way | {string.Join(" | ", QueryTables.Columns.Select(column => column.Title))} |\n|---|---{string.Concat(QueryTables.Columns.Select(_ => "|--:"))}|\n");
        foreach (IGrouping<string, QueryFigure> task in report.Figures.GroupBy(figure => figure.Task))
        {
            string name = $" {task.Key}";
            foreach (QueryFigure figure in task)
            {
                text.Append(CultureInfo.InvariantCulture, $"|{name} | {figure.Technique} | {string.Join(" | ", QueryTables.Columns.Select(column => column.Cell(report, figure)))} |\n");
                name = "";
            }
        }

        return text.ToString();
    }
}
