using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The tables of the runs with several writers, connections, tables or servers, as Markdown: those of the console.</summary>
internal static class ScaleMarkdown
{
    public static string Write(ContentionReport report) => Begin($"{report.Writers} writers, {report.Rows} rows a call.")
        + Write(ContentionTables.Columns, report.Measurements.Select(m => ($"{m.Group}, {m.Arrivals}", m.Technique, m)));

    public static string Write(ShardsReport report) => Write(ShardsTables.Columns, report.Measurements.Select(m => ($"{Page.Number(m.Rows)} rows", m.Technique, m)));

    public static string Write(AtomicReport report)
    {
        MarkdownTable table = new(MarkdownTable.Number("median ms"), MarkdownTable.Number("ratio"));
        return Begin($"{report.Rows:N0} rows inserted over {report.Connections} connections; medians of {report.Rounds} rounds.") + table.Write(
        [
            ("one after the other", [Page.Number(report.SeparateMs), Page.Nothing]),
            ("together (`Atomic`)", [Page.Number(report.AtomicMs), Page.Number(report.Ratio, 3)]),
        ]);
    }

    public static string Write(ClusterReport report) => Write(ClusterTables.Columns, report.Measurements.Select(m => ($"{Page.Number(m.Rows)} rows", m.Technique, m)));

    public static string Write(WideReport report) => Begin($"{report.Rows:N0} rows of {report.RowBytes:N0} bytes.") + Write(
        WideTables.Columns,
        from operation in report.Measurements.GroupBy(m => m.Operation)
        from m in WideTables.Sorted(operation)
        select (operation.Key, $"{m.Own.Technique}, {m.Own.Place}", m));

    private static string Begin(FormattableString sentence) => sentence.ToString(CultureInfo.InvariantCulture) + "\n\n";

    private static string Write<T>(IReadOnlyList<(string Title, Func<T, string> Cell)> columns, IEnumerable<(string Group, string Way, T Measured)> ways)
    {
        MarkdownTable table = new([MarkdownTable.Text("way"), .. columns.Select(column => MarkdownTable.Number(column.Title))]);
        return table.Write(ways.Select(each => (each.Group, columns.Select(column => column.Cell(each.Measured)).Prepend(each.Way))));
    }
}
