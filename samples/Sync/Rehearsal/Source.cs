using System.Globalization;
using System.IO.Compression;
using System.Text;
using CsvHelper;
using Sync.Lists;

namespace Sync.Rehearsal;

/// <summary>A source that changes: the cities of GeoNames on five days. Only the rules below decide what changes, so the lists are the same in every run.</summary>
/// <param name="cities">All cities. The file's first one has the number 1, and keeps it.</param>
internal sealed class Source(IReadOnlyList<CityLine> cities)
{
    private static readonly DateOnly FirstDay = new(2026, 11, 1);

    /// <param name="rows">How many cities to take, from the start of the file; null for all.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static async Task<Source> ReadAsync(int? rows, CancellationToken cancellationToken)
    {
        await using FileStream packed = File.OpenRead(Path.Combine(AppContext.BaseDirectory, "data", "cities.csv.gz"));
        await using GZipStream unpacked = new(packed, CompressionMode.Decompress);
        await using CsvReader csv = CsvReader.Create(unpacked, new CsvReaderOptions { Separator = ',' });
        return new(await csv.GetRecordsAsync<GeoNamesLine>(cancellationToken)
            .Take(rows ?? int.MaxValue)
            .Select((line, index) => line.Numbered(index + 1))
            .ToListAsync(cancellationToken));
    }

    /// <summary>All cities on three days, the last time unchanged; then those of the country that has the most, on two days.</summary>
    public IEnumerable<Publication> Publications()
    {
        // The numbers that end in 04 or 54 are not known yet.
        yield return new(FirstDay, null, [.. cities.Where(city => city.Number % 50 != 4)]);

        // They are now; those that end in 00 or 50 are no longer.
        List<CityLine> second = [.. cities.Where(city => city.Number % 50 != 0).Select(Corrected)];
        yield return new(FirstDay.AddDays(1), null, second);
        yield return new(FirstDay.AddDays(2), null, second);

        // Of the country, the numbers that end in 5 are missing for a day.
        string country = second.CountBy(city => city.Country).OrderByDescending(count => count.Value).ThenBy(count => count.Key, StringComparer.Ordinal).First().Key;
        List<CityLine> ofCountry = [.. second.Where(city => city.Country == country)];
        yield return new(FirstDay.AddDays(3), country, [.. ofCountry.Where(city => city.Number % 10 != 5)]);
        yield return new(FirstDay.AddDays(4), country, ofCountry);
    }

    // The numbers that end in 01 or 51 move a metre to the north; those that end in 02 or 52 lose their accents, which the column's collation does not notice.
    private static CityLine Corrected(CityLine city) => (city.Number % 50) switch
    {
        1 => city with { Lat = city.Lat + 0.00001m },
        2 => city with { Name = WithoutAccents(city.Name) },
        _ => city,
    };

    // Form D separates letters and accents.
    private static string WithoutAccents(string name)
        => string.Concat(name.Normalize(NormalizationForm.FormD).Where(c => CharUnicodeInfo.GetUnicodeCategory(c) != UnicodeCategory.NonSpacingMark)).Normalize(NormalizationForm.FormC);
}
