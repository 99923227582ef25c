using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The table of the choices, as Markdown: a row for each operation and number of rows, and for each round trip time its own time and how it compares.</summary>
internal static class SelectionMarkdown
{
    public static string Write(SelectionReport report)
    {
        StringBuilder text = new();
        double[] roundTrips = [.. report.Measurements.Select(m => m.RoundTripMs).Distinct().Order()];
        text.Append(CultureInfo.InvariantCulture, $"What a call chooses by itself, at each round trip time, and its time divided by that of the best choice that could be forced:\n\n");
        text.Append(CultureInfo.InvariantCulture, $"| | rows | chosen | {string.Join(" | ", roundTrips.Select(time => $"{time} ms: ms | × best"))} |\n|---|--:|---{string.Concat(roundTrips.Select(_ => "|--:|--:"))}|\n");
        foreach (IGrouping<string, SelectionMeasurement> operation in report.Measurements.GroupBy(m => m.Operation))
        {
            string name = $" {operation.Key}";
            foreach (IGrouping<(int Rows, string Chosen), SelectionMeasurement> choice in operation.GroupBy(m => (m.Rows, m.Chosen)).OrderBy(choice => choice.Key.Rows))
            {
                text.Append(CultureInfo.InvariantCulture, $"|{name} | {Page.Number(choice.Key.Rows)} | {choice.Key.Chosen} | {string.Join(" | ", roundTrips.Select(time => Cells(choice.SingleOrDefault(m => m.RoundTripMs == time))))} |\n");
                name = "";
            }
        }

        return text.ToString();
    }

    private static string Cells(SelectionMeasurement? m) => m is null ? $"{Page.Nothing} | {Page.Nothing}" : $"{Page.Milliseconds(m.MedianMs)} | {Page.Number(m.Ratio, 2)}";
}
