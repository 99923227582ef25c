using System.Globalization;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>Makes wide rows; the same number always gives the same row.</summary>
internal static class WideRows
{
    /// <summary>What the values that are no texts take in a stored row: whole numbers, decimals, dates and times.</summary>
    private const int BytesBesidesTexts = 66;

    private static readonly DateTime Start = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);
    private static readonly string[] Cities = ["Berlin", "Zürich", "Kraków", "San Francisco", "Málaga", "Wien", "Amsterdam", "København", "Lisboa"];
    private static readonly string[] Countries = ["DE", "CH", "PL", "US", "ES", "AT", "NL", "DK", "PT"];
    private static readonly string[] States = ["open", "paid", "packed", "sent", "returned"];
    private static readonly string[] Currencies = ["EUR", "CHF", "PLN", "USD"];

    private static readonly string Words = string.Concat(Enumerable.Repeat(
        "Aluminium frame, matt black, with a quick release and two spare batteries; delivered in a recycled carton. Für den täglichen Gebrauch geeignet: wasserdicht, leicht, leise. "
        + "Replaces the model of last year, fits all carriers since 2019, and needs no tool. Garantie: fünf Jahre. Returned parts are checked, repaired and sold again at a lower price. ", 4));

    public static WideRow[] Of(long first, int count) => [.. Enumerable.Range(0, count).Select(i => One(first + i))];

    public static WideRow One(long number)
    {
        int at = (int)(number % 9);
        return new()
        {
            Number = number,
            OrderCode = string.Create(CultureInfo.InvariantCulture, $"ORD-{number:D12}-{number % 97:D2}"),
            CustomerName = string.Create(CultureInfo.InvariantCulture, $"Customer {number % 100_003} of group {number % 89}"),
            CustomerEmail = string.Create(CultureInfo.InvariantCulture, $"customer.{number % 100_003}@mail{number % 89}.example"),
            Phone = string.Create(CultureInfo.InvariantCulture, $"+49 30 {number % 10_000_000:D7}"),
            Street = string.Create(CultureInfo.InvariantCulture, $"{Text(number, 1, 22)} {number % 211}"),
            City = Cities[at],
            Country = Countries[at],
            Product = Text(number, 2, 46),
            Description = Text(number, 3, 231 + (int)(number % 79)),
            Note = number % 4 == 0 ? null : Text(number, 4, 60 + (int)(number % 31)),
            Status = States[number % 5],
            Currency = Currencies[number % 4],
            Quantity = 1 + (int)(number % 40),
            Price = 1 + (number % 99_991 / 100m),
            Discount = number % 30 / 100m,
            TaxRate = number % 3 == 0 ? 0.07m : 0.19m,
            Weight = number % 20_011 / 1_000m,
            OrderedAt = Start.AddTicks(number * 12_345_670L),
            ShippedAt = number % 3 == 0 ? null : Start.AddTicks((number * 12_345_670L) + 864_000_000_010L),
            DueOn = DateOnly.FromDateTime(Start).AddDays((int)(number % 700)),
        };
    }

    /// <summary>Gives a row other values in the four columns that an update writes. A second change gives others again.</summary>
    public static void Change(WideRow row)
    {
        row.Status = row.Status == "sent" ? "returned" : "sent";
        row.Quantity = 1 + (row.Quantity % 40);
        row.Price += 0.37m;
        row.ShippedAt = (row.ShippedAt ?? row.OrderedAt).AddSeconds(1);
    }

    /// <summary>What the server computes of a row.</summary>
    public static (decimal Total, decimal Gross) Computed(WideRow row)
    {
        decimal total = Math.Round(row.Quantity * row.Price * (1 - row.Discount), 4, MidpointRounding.AwayFromZero);
        return (total, Math.Round(total * (1 + row.TaxRate), 4, MidpointRounding.AwayFromZero));
    }

    /// <summary>The bytes of a row's values as they are stored.</summary>
    public static long BytesOf(WideRow row) => BytesBesidesTexts + new[]
    {
        row.OrderCode, row.CustomerName, row.CustomerEmail, row.Phone, row.Street, row.City, row.Country, row.Product, row.Description, row.Note ?? "", row.Status, row.Currency,
    }.Sum(text => (long)System.Text.Encoding.UTF8.GetByteCount(text));

    private static string Text(long number, int column, int length) => Words.Substring((int)(((number * 31) + (column * 977)) % (Words.Length - length)), length);
}
