using System.Globalization;
using System.Text;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The tables of whole calls in docs/performance.md.</summary>
internal static class BenchmarkSection
{
    private const int FewRows = 10;
    private static readonly int[] ManyRows = [10_000, 100_000];

    public static IReadOnlyList<string> Operations { get; } = ["insert", "update", "delete"];

    public static string Write(BenchmarkReport report)
    {
        StringBuilder text = new();
        text.Append("| | rows | ms | × floor | × `SaveChanges` | bytes allocated a row | without pipelining | row by row, prepared | `SaveChanges` |\n");
        text.Append("|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
        foreach (string operation in Operations)
        {
            foreach (int rows in ManyRows)
                text.Append(Row(report, operation, rows));
        }

        text.Append("\n| ten rows | ms | `SaveChanges` | round trips | `SaveChanges` |\n|---|--:|--:|--:|--:|\n");
        foreach (string operation in Operations)
            text.Append(FewRow(report.Of(operation, FewRows, "bulk"), report.Of(operation, FewRows, "saveChanges")));
        return text.ToString();
    }

    private static string Row(BenchmarkReport report, string operation, int rows)
    {
        BenchmarkMeasurement bulk = report.Of(operation, rows, "bulk");
        string[] cells =
        [
            rows == ManyRows[0] ? NameOf(operation) : "", Number(rows), Number(bulk.MedianMs), Ratio(bulk.TimesFloor), Ratio(bulk.TimesSaveChanges), Number(bulk.BytesPerRow),
            .. ((string[])["bulkUnpipelined", "rowByRow", "saveChanges"]).Select(technique => $"{Number(report.Of(operation, rows, technique).MedianMs)} ms"),
        ];
        return $"| {string.Join(" | ", cells)} |\n".Replace("|  |", "| |", StringComparison.Ordinal);
    }

    private static string FewRow(BenchmarkMeasurement bulk, BenchmarkMeasurement saved)
        => string.Create(CultureInfo.InvariantCulture, $"| {bulk.Operation} | {bulk.MedianMs:F1} | {saved.MedianMs:F1} | {bulk.RoundTrips} | {saved.RoundTrips} |\n");

    private static string NameOf(string operation) => operation switch
    {
        "insert" => "insert, keys written back",
        "update" => "update, three columns",
        _ => operation,
    };

    private static string Number(double value) => value.ToString("N0", CultureInfo.InvariantCulture);

    private static string Ratio(double? value) => value!.Value.ToString("F2", CultureInfo.InvariantCulture);
}
