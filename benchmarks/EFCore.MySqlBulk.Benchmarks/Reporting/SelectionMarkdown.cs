using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The table of the choices, as Markdown: a row for each operation and number of rows, and for each round trip time its own time and how it compares.</summary>
internal static class SelectionMarkdown
{
    public static string Write(SelectionReport report)
    {
        double[] roundTrips = [.. report.Measurements.Select(m => m.RoundTripMs).Distinct().Order()];
        MarkdownTable table = new([MarkdownTable.Number("rows"), MarkdownTable.Text("chosen"), .. roundTrips.SelectMany(Columns)]);
        return "What a call chooses by itself, at each round trip time, and its time divided by that of the best choice that could be forced:\n\n" + table.Write(
            from operation in report.Measurements.GroupBy(m => m.Operation)
            from choice in operation.GroupBy(m => (m.Rows, m.Chosen)).OrderBy(choice => choice.Key.Rows)
            let cells = roundTrips.SelectMany(time => Cells(choice.SingleOrDefault(m => m.RoundTripMs == time)))
            select (operation.Key, cells.Prepend(choice.Key.Chosen).Prepend(Page.Number(choice.Key.Rows))));
    }

    private static (string Title, bool IsNumber)[] Columns(double time) => [MarkdownTable.Number(string.Create(CultureInfo.InvariantCulture, $"{time} ms: ms")), MarkdownTable.Number("× best")];

    private static string[] Cells(SelectionMeasurement? m) => m is null ? [Page.Nothing, Page.Nothing] : [Page.Milliseconds(m.MedianMs), Page.Number(m.Ratio, 2)];
}
