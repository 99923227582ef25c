using System.Threading.Channels;
using EFCore.MySqlBulk;

namespace Web;

/// <summary>One import: the rows of a file go into the table while the file is uploaded, in one transaction, so all of them are stored or none.</summary>
internal sealed partial class Import(ILogger<Import> logger) : IDisposable
{
    /// <summary>The number of rows that are set aside at most. One more, and it is likely the wrong file.</summary>
    public const int MaxAside = 1_000;

    private readonly CancellationTokenSource _cancellation = new();

    // Only the newest state matters, and the import never waits for a page that reads slowly.
    private readonly Channel<ImportState> _states = Channel.CreateBounded<ImportState>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropOldest });

    private int _isStarted;

    /// <summary>Returns the latest state whenever it has changed, and the final one last.</summary>
    public IAsyncEnumerable<ImportState> StatesAsync(CancellationToken cancellationToken = default) => _states.Reader.ReadAllAsync(cancellationToken);

    /// <summary>Whether the caller is the first to run it.</summary>
    public bool TryStart() => Interlocked.Exchange(ref _isStarted, 1) == 0;

    public Task CancelAsync() => _cancellation.CancelAsync();

    /// <summary>Cancels it if it is still running, and waits for its end.</summary>
    public async Task EndAsync()
    {
        await CancelAsync();
        if (!TryStart())
            await StatesAsync().LastOrDefaultAsync();
    }

    /// <param name="context">Where the rows go.</param>
    /// <param name="upload">The file, as it arrives.</param>
    /// <param name="size">Its size in bytes, if the browser sent it.</param>
    /// <param name="setsAside">Whether rows that the database refuses are set aside, so that the others are stored.</param>
    /// <param name="cancellationToken">Cancelled when the upload is aborted or the application stops.</param>
    public async Task<ImportState> RunAsync(CitiesContext context, Stream upload, long? size, bool setsAside, CancellationToken cancellationToken)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _cancellation.Token);
        await using CityFile file = new(upload, setsAside);
        ImportState end;
        try
        {
            end = ImportState.Stored(await InsertAsync(context, file, size, setsAside, either.Token));
        }
        catch (OperationCanceledException)
        {
            end = ImportState.Cancelled;
        }
        catch (Exception exception)
        {
            end = ImportFailure.Of(exception, file, setsAside);
            LogFailure(exception);
        }

        _states.Writer.TryWrite(end);
        _states.Writer.Complete();
        return end;
    }

    public void Dispose() => _cancellation.Dispose();

    private Task<BulkResult> InsertAsync(CitiesContext context, CityFile file, long? size, bool setsAside, CancellationToken cancellationToken)
    {
        BulkListener progress = new(done =>
        {
            file.Take(done.RowCount);
            _states.Writer.TryWrite(ImportState.Running(done, (double)file.BytesRead / size));
        });
        // The generated keys are not needed: these entities are not used again.
        BulkInsertOptions options = new() { Progress = progress, ReturnKeys = false, Rejected = setsAside ? RejectedRows.Collect(MaxAside) : null };
        return context.BulkInsertAsync(file.ReadAsync(cancellationToken), options, cancellationToken);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The import failed")]
    private partial void LogFailure(Exception exception);
}
