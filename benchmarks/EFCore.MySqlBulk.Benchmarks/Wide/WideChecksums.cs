using System.Globalization;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>What every row of the table should hold, in four bytes for each: the server computes the same over its stored columns.</summary>
internal sealed class WideChecksums(int rows)
{
    private const uint Polynomial = 0xEDB88320;

    private static readonly uint[] Table = [.. Enumerable.Range(0, 256).Select(OfByte)];

    private readonly uint[] _byId = new uint[rows];

    /// <summary>For each part of the table its number, how many rows it has, and the sum of their checksums.</summary>
    public static string Query(int rowsOfPart) =>
        $"SELECT (`Id` - 1) DIV {rowsOfPart} AS part, COUNT(*), SUM(CRC32(CONVERT(CONCAT_WS('|', `Id`, `Number`, `OrderCode`, `CustomerName`, `CustomerEmail`, `Phone`, `Street`, `City`, `Country`, `Product`, "
        + "`Description`, IFNULL(`Note`, '-'), `Status`, `Currency`, `Quantity`, `Price`, `Discount`, `TaxRate`, `Weight`, `OrderedAt`, IFNULL(`ShippedAt`, '-'), `DueOn`, `Total`, `Gross`) USING utf8mb4))) "
        + "FROM wide_rows GROUP BY part ORDER BY part";

    /// <summary>The checksum of a row with the values that the server should have computed.</summary>
    public static uint Of(WideRow row)
    {
        (decimal total, decimal gross) = WideRows.Computed(row);
        string text = string.Create(
            CultureInfo.InvariantCulture,
            $"{row.Id}|{row.Number}|{row.OrderCode}|{row.CustomerName}|{row.CustomerEmail}|{row.Phone}|{row.Street}|{row.City}|{row.Country}|{row.Product}|{row.Description}|{row.Note ?? "-"}|{row.Status}|{row.Currency}|{row.Quantity}|{row.Price:F2}|{row.Discount:F4}|{row.TaxRate:F4}|{row.Weight:F3}|{row.OrderedAt:yyyy-MM-dd HH:mm:ss.ffffff}|{row.ShippedAt?.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture) ?? "-"}|{row.DueOn:yyyy-MM-dd}|{total:F4}|{gross:F4}");
        uint sum = uint.MaxValue;
        foreach (byte each in System.Text.Encoding.UTF8.GetBytes(text))
            sum = Table[(byte)(sum ^ each)] ^ (sum >> 8);
        return ~sum;
    }

    /// <summary>Keeps what rows hold now, by their keys.</summary>
    /// <returns>Whether each key is one of the table.</returns>
    public bool Take(IEnumerable<WideRow> rows)
    {
        foreach (WideRow row in rows)
        {
            if (row.Id < 1 || row.Id > _byId.Length)
                return false;
            _byId[row.Id - 1] = Of(row);
        }
        return true;
    }

    public bool IsRight(WideRow row) => row.Id >= 1 && row.Id <= _byId.Length && _byId[row.Id - 1] == Of(row);

    /// <summary>The sum of a part's checksums.</summary>
    public long SumOf(int part, int rowsOfPart) => _byId.Skip(part * rowsOfPart).Take(rowsOfPart).Sum(each => (long)each);

    private static uint OfByte(int value)
    {
        uint sum = (uint)value;
        for (int bit = 0; bit < 8; bit++)
            sum = (sum & 1) == 1 ? (sum >> 1) ^ Polynomial : sum >> 1;
        return sum;
    }
}
