using System.Globalization;
using System.Text.RegularExpressions;
using CsvHelper;
using Sync.Model;

namespace Sync.Lists;

/// <summary>A published list, known by its name: <c>cities-2026-11-02.csv</c> has all cities, <c>cities-2026-11-04-DE.csv</c> those of one country.</summary>
/// <param name="FilePath">Where it is.</param>
/// <param name="Date">The day of which it is.</param>
/// <param name="Country">Null for a list of all cities.</param>
internal sealed partial record CityList(string FilePath, DateOnly Date, string? Country) : IComparable<CityList>
{
    // By default the reader fills up a line that has too few fields, and guesses what a broken quote means.
    private static readonly CsvReaderOptions Strict = new()
    {
        Separator = ',',
        FieldCountMismatch = CsvFieldCountHandling.Throw,
        MalformedData = CsvMalformedDataHandling.Throw,
    };

    public string Name => Path.GetFileName(FilePath);

    /// <summary>Returns null for any other file.</summary>
    public static CityList? Of(string file)
        => FileName().Match(Path.GetFileName(file)) is { Success: true } name
            && DateOnly.TryParseExact(name.Groups["date"].Value, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out DateOnly date)
            ? new(file, date, name.Groups["country"] is { Success: true } country ? country.Value : null)
            : null;

    public static string NameOf(DateOnly date, string? country)
        => string.Create(CultureInfo.InvariantCulture, $"cities-{date:yyyy-MM-dd}{(country is null ? "" : "-" + country)}.csv");

    /// <summary>By date; of one day, the list of all cities first.</summary>
    public int CompareTo(CityList? other) => (Date, Country).CompareTo((other?.Date ?? DateOnly.MinValue, other?.Country));

    /// <summary>Reads all of it before anything is changed: a list with a broken line changes nothing.</summary>
    /// <exception cref="SampleException">It has no cities, or a line cannot be read.</exception>
    public async Task<IReadOnlyList<City>> ReadAsync(CancellationToken cancellationToken)
    {
        await using FileStream content = File.OpenRead(FilePath);
        await using CsvReader csv = CsvReader.Create(content, Strict);
        try
        {
            List<City> cities = await csv.GetRecordsAsync<CityLine>(cancellationToken).Select(line => line.ToCity()).ToListAsync(cancellationToken);
            // More likely a fault of the source than the end of the world. BulkSynchronize would refuse it, too.
            return cities.Count > 0 ? cities : throw new SampleException("It has no cities.");
        }
        catch (Exception exception) when (exception is CsvFormatException or KeyNotFoundException)
        {
            throw new SampleException($"It cannot be read: {exception.Message}");
        }
    }

    [GeneratedRegex(@"^cities-(?<date>\d{4}-\d\d-\d\d)(?:-(?<country>[A-Z]{2}))?\.csv$")]
    private static partial Regex FileName();
}
