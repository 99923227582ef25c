using EFCore.MySqlBulk.Benchmarks.BadRows;
using EFCore.MySqlBulk.Benchmarks.FirstCalls;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The tables of the runs that compare a call with what a program would do without it, as Markdown.</summary>
internal static class ComparisonMarkdown
{
    private static readonly string[] Times = ["ms", "client CPU, µs a row", "bytes allocated a row"];

    public static string Write(SaveChangesReport report)
    {
        MarkdownTable table = new([MarkdownTable.Number("rows"), MarkdownTable.Number("× as fast in bulk"), .. Times.SelectMany(title => new[] { $"provider's: {title}", "in bulk" }).Select(MarkdownTable.Number)]);
        return table.Write(
            from m in report.Measurements
            let cells = Cells(m.Plain, m.Rows).Zip(Cells(m.Bulk, m.Rows), (plain, bulk) => new[] { plain, bulk }).SelectMany(pair => pair)
            select (m.IncludesTracking ? $"{m.Operation}, with `AddRange`" : m.Operation, cells.Prepend(Page.Number(m.TimesFaster, 2)).Prepend(Page.Number(m.Rows))));
    }

    /// <summary>Rows inserted or updated, or a table made equal to them.</summary>
    public static string Write(UpsertReport report)
        => Write(["× floor", "× as fast as `SaveChanges`"], report.Measurements.Select(m => ($"{Page.Number(m.Rows)} rows", m.Technique, new[] { m.TimesFloor, m.TimesFaster }, m.Times, m.Rows)));

    public static string Write(ReadReport report)
        => Write(["× as fast as `Where(Contains)`"], report.Measurements.Select(m => ($"{Page.Number(m.Rows)} keys", m.Technique, new[] { m.TimesFaster }, m.Times, m.Rows)));

    public static string Write(GraphReport report)
        => Write(["× as fast as `SaveChanges`", "× without `IncludeGraph`"], report.Measurements.Select(m => ($"{m.Operation}, {Page.Number(m.Rows)} rows", m.Technique, new[] { m.TimesFaster, m.TimesWithout }, m.Times, m.Rows)));

    public static string Write(FirstCallsReport report)
    {
        MarkdownTable table = new(MarkdownTable.Number("first of the process, ms"), MarkdownTable.Number("first of an entity type, ms"), MarkdownTable.Number("later, ms"));
        return $"An insert of {FirstCall.Rows} rows:\n\n" + table.Write(report.Measurements.Select(m => (m.Way, new[] { m.ProcessMs, m.TypeMs, m.LaterMs }.Select(Page.Milliseconds))));
    }

    public static string Write(BadRowsReport report)
    {
        MarkdownTable table = new(MarkdownTable.Number("bad rows"), MarkdownTable.Number("ms"), MarkdownTable.Number("× the first"));
        return $"{Page.Number(report.Rows)} rows inserted; medians of {report.Rounds} rounds:\n\n"
            + table.Write(report.Figures.Select(figure => (figure.Import, (IEnumerable<string>)[Page.Number(figure.BadRows), Page.Milliseconds(figure.Ms), Page.Number(figure.Ratio, 2)])));
    }

    private static string Write(string[] ratios, IEnumerable<(string Group, string Way, double?[] Ratios, SaveTimes Times, int Rows)> ways)
    {
        MarkdownTable table = new([MarkdownTable.Text("way"), .. ratios.Concat(Times).Select(MarkdownTable.Number)]);
        return table.Write(ways.Select(each => (each.Group, each.Ratios.Select(ratio => Page.Number(ratio, 2)).Concat(Cells(each.Times, each.Rows)).Prepend(each.Way))));
    }

    private static IEnumerable<string> Cells(SaveTimes? times, int rows)
        => times is null ? Times.Select(_ => Page.Nothing) : [Page.Milliseconds(times.MedianMs), Page.Number(times.ProcessorPerRow(rows), 2), Page.Number(times.BytesPerRow)];
}
