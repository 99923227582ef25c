using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The tables of the runs with several writers, connections, tables or servers, as Markdown.</summary>
internal static class ScaleMarkdown
{
    private static readonly string[] ContentionNumbers = ["calls/s", "× baseline", "p99 ms", "deadlocks a call", "made again by the caller, a call"];
    private static readonly string[] ShardsNumbers = ["rows", "ms", "× one table", "× five calls by hand"];
    private static readonly string[] AtomicNumbers = ["ms", "× one after the other"];
    private static readonly string[] ClusterNumbers = ["rows", "ms", "× one in the string", "× one server", "client CPU, µs a row"];
    private static readonly string[] WideNumbers = ["rows a call", "at once", "rows/s", "MB/s", "mean ms", "p99 ms", "caught up, s", "client CPU, µs a row"];

    public static string Write(ContentionReport report)
    {
        MarkdownTable table = new([MarkdownTable.Text("way"), .. ContentionNumbers.Select(MarkdownTable.Number)]);
        return Begin($"{report.Writers} writers, {report.Rows} rows a call.") + table.Write(
            from m in report.Measurements
            select ($"{m.Group}, {m.Arrivals}", Row(m.Technique, Page.Number(m.CallsPerSecond), Page.Number(m.Ratio, 2), Page.Milliseconds(m.SlowMs), Page.Number(m.Deadlocks, 3), Page.Number(m.Victims, 3))));
    }

    public static string Write(ShardsReport report) => Numbers(ShardsNumbers).Write(
        from way in report.Measurements.GroupBy(m => m.Technique)
        from m in way
        select (way.Key, Row(Page.Number(m.Rows), Page.Milliseconds(m.MedianMs), Page.Number(m.TimesOneTable, 2), Page.Number(m.TimesByHand, 2))));

    public static string Write(AtomicReport report) => Begin($"{report.Rows:N0} rows inserted over {report.Connections} connections; medians of {report.Rounds} rounds.") + Numbers(AtomicNumbers).Write(
    [
        ("one after the other", Row(Page.Milliseconds(report.SeparateMs), Page.Nothing)),
        ("together (`Atomic`)", Row(Page.Milliseconds(report.AtomicMs), Page.Number(report.Ratio, 2))),
    ]);

    public static string Write(ClusterReport report) => Numbers(ClusterNumbers).Write(
        from place in report.Measurements.GroupBy(m => m.Technique)
        from m in place
        select (place.Key, Row(
            Page.Number(m.Rows), Page.Milliseconds(m.Times.MedianMs), Page.Number(m.TimesOneInString, 2), Page.Number(m.TimesOneServer, 2), Page.Number(m.Times.ProcessorPerRow(m.Rows), 2))));

    public static string Write(WideReport report)
    {
        MarkdownTable table = new([MarkdownTable.Text("way"), MarkdownTable.Text("place"), .. WideNumbers.Select(MarkdownTable.Number)]);
        return Begin($"{report.Rows:N0} rows of {report.RowBytes:N0} bytes.") + table.Write(
            from operation in report.Measurements.GroupBy(m => m.Operation)
            from m in operation.OrderBy(m => m.RowsOfCall).ThenBy(m => m.Workers).ThenBy(m => m.Technique).ThenByDescending(m => m.Place)
            select (operation.Key, Row(
                m.Technique, m.Place, Page.Number(m.RowsOfCall), Page.Number(m.Workers), Page.Number(m.RowsPerSecond), Page.Number(m.MegabytesPerSecond, 1), Page.Milliseconds(m.MeanMs),
                Page.Milliseconds(m.SlowMs), Page.Number(m.CatchUpSeconds, 1), Page.Number(m.ProcessorPerRow, 1))));
    }

    private static string Begin(FormattableString sentence) => sentence.ToString(CultureInfo.InvariantCulture) + "\n\n";

    private static MarkdownTable Numbers(string[] titles) => new([.. titles.Select(MarkdownTable.Number)]);

    private static IEnumerable<string> Row(params string[] cells) => cells;
}
