using System.IO.Compression;
using CsvHelper;

namespace Archive.Model;

/// <summary>The visits of a year, evenly spread, to the cities of the file in its order, over and over. Each is known by its number, so that a check knows what it was.</summary>
internal sealed class VisitRows(IReadOnlyList<CityLine> cities, Run run)
{
    private static readonly TimeSpan Year = TimeSpan.FromDays(365);

    public static async Task<VisitRows> ReadAsync(Run run, CancellationToken cancellationToken)
    {
        await using FileStream packed = File.OpenRead(Path.Combine(AppContext.BaseDirectory, "data", "cities.csv.gz"));
        await using GZipStream unpacked = new(packed, CompressionMode.Decompress);
        await using CsvReader csv = CsvReader.Create(unpacked, new CsvReaderOptions { Separator = ',' });
        return new(await csv.GetRecordsAsync<CityLine>(cancellationToken).ToListAsync(cancellationToken), run);
    }

    /// <summary>The run that begins a year before a day.</summary>
    public static Run NewRun(int rows, DateTime day, int daysKept) => new() { Rows = rows, Begin = day - Year, Cutoff = day.AddDays(-daysKept) };

    public IEnumerable<Visit> All() => Enumerable.Range(1, run.Rows).Select(id => Of(id));

    public Visit Of(long id)
    {
        CityLine city = cities[(int)((id - 1) % cities.Count)];
        // The column has microseconds.
        long microseconds = (long)(Year.TotalMicroseconds / run.Rows * (id - 1));
        return new() { Id = id, At = run.Begin.AddTicks(microseconds * TimeSpan.TicksPerMicrosecond), City = city.Name, Country = city.Country, Latitude = city.Lat, Longitude = city.Lng };
    }
}
