using System.Text;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Reporting;

/// <summary>The tables of inserts, updates and deletes, as Markdown.</summary>
internal static class OperationsTables
{
    private static readonly (string Title, Func<Measurement, string> Cell)[] Columns =
    [
        ("ms", m => Page.Milliseconds(m.MedianMs)),
        ("rows/s", m => Page.Number(m.RowsPerSecond)),
        ("× floor", m => Page.Number(m.TimesFloor, 2)),
        ("× `SaveChanges`", m => Page.Number(m.TimesSaveChanges, 2)),
        ("client CPU, µs a row", m => Page.Number(m.ProcessorPerRow, 2)),
        ("bytes allocated a row", m => Page.Number(m.BytesPerRow)),
        ("peak memory, MiB", m => Page.Mebibytes(m.PeakBytes)),
        ("round trips", m => Page.Number(m.RoundTrips, 0)),
    ];

    private static readonly (string Title, TechniqueKind Technique)[] Beside =
    [
        ("this library", TechniqueKind.Bulk),
        ("without pipelining", TechniqueKind.BulkUnpipelined),
        ("row by row, prepared", TechniqueKind.RowByRow),
        ("`SaveChanges`", TechniqueKind.SaveChanges),
        ("linq2db, no keys", TechniqueKind.LinqToDB),
        ("`LOAD DATA` allowed", TechniqueKind.BulkLoadData),
        ("`LOAD DATA` allowed, no keys", TechniqueKind.BulkLoadDataWithoutKeys),
        ("`MySqlBulkCopy`, no keys", TechniqueKind.MySqlBulkCopy),
        ("PhenX, no keys", TechniqueKind.PhenXBulkInsert),
        ("EFCore.BulkExtensions, no keys", TechniqueKind.BulkExtensions),
        ("floor", TechniqueKind.Floor),
    ];

    public static string Write(Report report)
    {
        StringBuilder text = new();
        Measurement[] ours = [.. report.Measurements.Where(m => m.Technique == TechniqueKind.Bulk).GroupBy(m => m.Operation).SelectMany(operation => operation.OrderBy(m => m.Rows))];
        Measurement[] many = [.. ours.Where(m => m.Rows >= RoundPlan.AllTechniquesFromRows)];
        var measured = Columns.Where(column => many.Any(m => column.Cell(m) != Page.Nothing)).ToArray();
        text.Append("This library:\n\n");
        AppendTable(text, [.. measured.Select(column => column.Title)], many, m => measured.Select(column => column.Cell(m)));
        text.Append("\nMilliseconds of all that was measured:\n\n");
        var beside = Beside.Where(column => report.Measurements.Any(m => m.Technique == column.Technique)).ToArray();
        AppendTable(text, [.. beside.Select(column => column.Title)], many, m => beside.Select(column => Milliseconds(report.Of(m.Operation, m.Rows, column.Technique))));
        if (ours.Length > many.Length)
        {
            text.Append("\nFew rows, where one commit is most of the time:\n\n");
            AppendTable(text, ["ms", "`SaveChanges`, ms", "round trips", "`SaveChanges`, round trips"], [.. ours.Except(many)], m => FewRows(m, report.Of(m.Operation, m.Rows, TechniqueKind.SaveChanges)));
        }
        return text.ToString();
    }

    private static string[] FewRows(Measurement ours, Measurement? saved) =>
        [Milliseconds(ours), Milliseconds(saved), Page.Number(ours.RoundTrips, 0), Page.Number(saved?.RoundTrips, 0)];

    private static void AppendTable(StringBuilder text, string[] columns, IReadOnlyList<Measurement> rows, Func<Measurement, IEnumerable<string>> cells)
    {
        MarkdownTable table = new([MarkdownTable.Number("rows"), .. columns.Select(MarkdownTable.Number)]);
        text.Append(table.Write(rows.Select(row => (NameOf(row.Operation), cells(row).Prepend(Page.Number(row.Rows))))));
    }

    private static string NameOf(string operation) => operation switch
    {
        "insert" => "insert, keys written back",
        "update" => "update, three columns",
        _ => operation,
    };

    private static string Milliseconds(Measurement? m) => m is null ? Page.Nothing : Page.Milliseconds(m.MedianMs);
}
