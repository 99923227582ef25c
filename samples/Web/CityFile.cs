using System.Runtime.CompilerServices;
using System.Text;
using CsvHelper;

namespace Web;

/// <summary>The rows of an uploaded CSV file, read while it arrives. Only a few thousand of them are in memory at a time.</summary>
/// <param name="upload">The file.</param>
/// <param name="setsAside">Whether rows may be set aside: then each knows its own place in the file.</param>
internal sealed class CityFile(Stream upload, bool setsAside) : IAsyncDisposable
{
    private readonly CsvReader _csv = CsvReader.Create(upload, Strict);

    // The rows that were read and that the server has not accepted yet, so that a rejected row can be shown.
    private readonly Queue<FileRow> _waiting = new();
    private long _taken;

    // By default the reader fills up a line that has too few fields, and guesses what a broken quote means.
    private static CsvReaderOptions Strict { get; } = new()
    {
        Separator = ',',
        FieldCountMismatch = CsvFieldCountHandling.Skip,
        MalformedData = CsvMalformedDataHandling.Skip,
        // Nothing is skipped: this exception, unlike the reader's own, has the text of the line.
        OnMalformedRecord = bad => throw new BadLineException(bad),
        TrackLineNumbers = true,
        // An opening quote that is never closed must not read the rest of the file into one field.
        MaxRecordSize = 64 * 1024,
    };

    public long BytesRead => _csv.ByteOffset;

    private string Text => Encoding.UTF8.GetString(_csv.RawRecord);

    public async IAsyncEnumerable<City> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        int row = 0;
        await foreach (CityLine line in _csv.GetRecordsAsync<CityLine>(cancellationToken))
        {
            FileRow place = new(++row, _csv.LineNumber, Text);
            City city = line.ToCity();
            if (setsAside)
                city.Place = place;
            else
                _waiting.Enqueue(place);
            yield return city;
        }
    }

    /// <summary>Tells the file how many rows the server has accepted since the beginning.</summary>
    public void Take(long rows)
    {
        for (; _taken < rows && !setsAside; _taken++)
            _waiting.Dequeue();
    }

    /// <summary>The row at a position, counted from 0, until the server has accepted it.</summary>
    public FileRow? WaitingRow(int index) => _waiting.ElementAtOrDefault((int)(index - _taken));

    /// <summary>The row that begins on a line, if it was the last one read.</summary>
    public FileRow? RowOfLine(long line) => _csv.LineNumber == line ? new(_csv.RowNumber, line, Text) : null;

    public ValueTask DisposeAsync() => _csv.DisposeAsync();
}
