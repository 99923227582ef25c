using EFCore.MySqlBulk;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Sync.Lists;

namespace Sync.Worker;

/// <summary>Keeps the table equal to the newest list.</summary>
internal sealed partial class SyncWorker(CityFolder folder, CitySync sync, IProgress<SyncPass> passes, ILogger<SyncWorker> logger) : BackgroundService
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromSeconds(10);

    // Not stored: after a restart the newest list is compared again, and nothing is written if the table has it.
    private CityList? _done;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // Looks again and again, since a FileSystemWatcher hears nothing from a network drive.
        using PeriodicTimer timer = new(Pause);
        do
        {
            if (!await TryCatchUpAsync(stoppingToken))
                await Task.Delay(PauseAfterFailure, stoppingToken);
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }

    private async Task<bool> TryCatchUpAsync(CancellationToken stoppingToken)
    {
        string name = "The folder";
        try
        {
            foreach (CityList list in folder.After(_done))
            {
                name = list.Name;
                BulkResult result = await sync.RunAsync(list, stoppingToken);
                _done = list;
                LogPass(name, result);
                passes.Report(new(name, result));
            }

            return true;
        }
        catch (Exception exception) when (!stoppingToken.IsCancellationRequested && ErrorLine.Of(exception) is { } line)
        {
            // All or nothing is stored, and what is stored already is not written again: trying again is always right.
            LogFailure(name, line, PauseAfterFailure.TotalSeconds);
            passes.Report(new(name, null));
            return false;
        }
    }

    private void LogPass(string list, BulkResult result)
        => LogPass(list, result.RowsInserted, result.RowsUpdated, result.RowsUnchanged, result.RowsDeleted, result.RowsMarked, result.Elapsed.TotalSeconds);

    [LoggerMessage(
        EventId = 1,
        Level = LogLevel.Information,
        Message = "{List}: {Inserted:N0} inserted, {Updated:N0} updated, {Unchanged:N0} unchanged, {Deleted:N0} deleted, {Marked:N0} marked as closed, in {Seconds:N2} s")]
    private partial void LogPass(string list, long inserted, long updated, long unchanged, long deleted, long marked, double seconds);

    [LoggerMessage(EventId = 2, Level = LogLevel.Warning, Message = "{List}: {Line} (next try in {Seconds} s)")]
    private partial void LogFailure(string list, string line, double seconds);
}
