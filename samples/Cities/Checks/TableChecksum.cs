using System.Globalization;

namespace Cities.Checks;

/// <summary>The number of rows, and the sum of the CRC-32 of each row's text; the order of the rows does not matter.</summary>
internal sealed record TableChecksum(long RowCount, long Checksum)
{
    /// <summary>What SQL should return for rows with these cells: <c>SUM(CRC32(CONCAT_WS('|', …)))</c>, NULL written as '-'.</summary>
    public static TableChecksum Of(IEnumerable<object?[]> rows)
        => rows.Aggregate(new TableChecksum(0, 0), (sum, cells) => new(sum.RowCount + 1, sum.Checksum + Crc32.Of(string.Join('|', cells.Select(Text)))));

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{RowCount:N0} rows, checksum {Checksum}");

    private static string Text(object? cell) => Convert.ToString(cell ?? "-", CultureInfo.InvariantCulture)!;
}
