using Spectre.Console;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The report of a run of the schemes as tables.</summary>
internal sealed class SchemeTables(Page page)
{
    public void Print(SchemeReport report)
    {
        page.Print(report.Machine);
        string[] roundTrips = [.. report.RoundTrips.Select(t => $"{t.AskedMs} ms (DO 0 takes {Page.Number(t.MedianMs, 2)} ms)")];
        page.Line($"round trips: {string.Join(", ", roundTrips)}");
        foreach (var operation in report.Measurements.GroupBy(m => m.Operation))
        {
            foreach (var group in operation.GroupBy(m => m.RoundTripMs))
                PrintTimes($"{operation.Key}, round trip {group.Key} ms", [.. group]);
        }
        page.Line($"× is row by row's time over this one. Where there is a –, a run takes more than 20 s; --slow measures it.");
        page.Line($"All of the library's calls are one transaction: the report's array batches that commit row by row have no like here.");
        foreach (var group in report.Measurements.Where(m => m.RoundTripMs == 0).GroupBy(m => m.Operation))
            PrintCosts($"{group.Key}: what the client spends, without a delay", [.. group]);
        Print(report.Published);
    }

    private void PrintTimes(string title, IReadOnlyList<SchemeMeasurement> measurements) =>
        Print(title, measurements, ["ms", "×"], m => [Page.Number(m?.MedianMs, 2), Page.Times(m?.SpeedUp)]);

    private void PrintCosts(string title, IReadOnlyList<SchemeMeasurement> measurements) =>
        Print(title, measurements, ["CPU µs/row", "B/row"], m => [Page.Number(m?.ProcessorPerRow, 2), Page.Number(m?.BytesPerRow)]);

    private void Print(string title, IReadOnlyList<SchemeMeasurement> measurements, string[] columns, Func<SchemeMeasurement?, string[]> cells)
    {
        int[] rowCounts = [.. measurements.Select(m => m.Rows).Distinct().Order()];
        Table table = page.Table(title, "scheme");
        Page.AddNumbers(table, [.. rowCounts.SelectMany(rows => columns.Select(column => $"{Page.Number(rows)}: {column}"))]);
        foreach (var scheme in measurements.GroupBy(m => m.Scheme))
            table.AddRow([Name(scheme), .. rowCounts.SelectMany(rows => cells(scheme.FirstOrDefault(m => m.Rows == rows)))]);
        page.Print(table);
    }

    private void Print(IReadOnlyList<PublishedSpeedUp> published)
    {
        if (published.Count == 0)
            return;
        Table table = page.Table("Published speed-ups over row by row, and ours", "operation", "published for", "ours");
        Page.AddNumbers(table, "published ×", "ours ×");
        table.AddColumn("beaten");
        foreach (PublishedSpeedUp p in published)
        {
            string[] times = [Page.Times(p.PublishedTimes), Page.Times(p.OursTimes), page.YesOrNo(p.IsBeaten)];
            table.AddRow([$"{p.Operation} {Page.Number(p.Rows)} rows", p.Published, p.Ours, .. times]);
        }
        page.Print(table);
    }

    /// <summary>A scheme's name, with the strategies that Auto chose.</summary>
    private static string Name(IGrouping<string, SchemeMeasurement> scheme)
    {
        string[] details = [.. scheme.Select(m => m.Detail).Distinct().Where(d => !scheme.Key.EndsWith(d, StringComparison.Ordinal))];
        return details.Length == 0 ? scheme.Key : $"{scheme.Key} ({string.Join(", ", details)})";
    }
}
