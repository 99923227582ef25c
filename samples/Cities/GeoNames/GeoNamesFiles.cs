using System.IO.Compression;
using CsvHelper;

namespace Cities.GeoNames;

/// <summary>The three files, read.</summary>
internal sealed record GeoNamesFiles(IReadOnlyList<AreaRow> Regions, IReadOnlyList<AreaRow> Districts, IReadOnlyList<CityRow> Cities)
{
    // By default the reader fills up a line that has too few fields, and guesses what a broken quote means.
    private static readonly CsvReaderOptions Strict = new()
    {
        Separator = ',',
        FieldCountMismatch = CsvFieldCountHandling.Throw,
        MalformedData = CsvMalformedDataHandling.Throw,
    };

    /// <param name="rows">How many cities to read, from the start of the file; null for all.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static async Task<GeoNamesFiles> ReadAsync(int? rows, CancellationToken cancellationToken) => new(
        await ReadAsync<AreaRow>("admin1.csv.gz", null, cancellationToken),
        await ReadAsync<AreaRow>("admin2.csv.gz", null, cancellationToken),
        await ReadAsync<CityRow>("cities.csv.gz", rows, cancellationToken));

    private static async Task<List<T>> ReadAsync<T>(string file, int? rows, CancellationToken cancellationToken)
    {
        await using FileStream packed = File.OpenRead(Path.Combine(AppContext.BaseDirectory, "data", file));
        await using GZipStream unpacked = new(packed, CompressionMode.Decompress);
        await using CsvReader csv = CsvReader.Create(unpacked, Strict);
        return await csv.GetRecordsAsync<T>(cancellationToken).Take(rows ?? int.MaxValue).ToListAsync(cancellationToken);
    }
}
