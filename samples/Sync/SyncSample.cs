using System.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Sync.Lists;
using Sync.Rehearsal;
using Sync.Worker;
using TestServers;

namespace Sync;

/// <summary>Starts the worker, and either publishes lists for it and checks what it makes of them, or leaves that to others.</summary>
internal static class SyncSample
{
    /// <returns>Whether the table was equal to each list.</returns>
    /// <exception cref="ServerUnavailableException">There is no server, and none can be started.</exception>
    public static async Task<bool> RunAsync(CommandLine asked)
    {
        if (asked.Connection is { } connection)
            return await RunOnAsync(connection, false, asked);

        await using TestServer server = await TestServer.StartAsync(ServerKind.MySql);
        Console.WriteLine(server.Origin);
        return await RunOnAsync(server.ConnectionString, server.IsThrowaway, asked);
    }

    private static async Task<bool> RunOnAsync(string connection, bool isThrowaway, CommandLine asked)
    {
        await using SampleDatabase database = new(connection, isThrowaway);
        if (asked.Watch is { } watched)
        {
            await WatchAsync(database, watched);
            return true;
        }

        Stopwatch watch = Stopwatch.StartNew();
        bool isRight = asked.Lists is { } folder ? await RehearseAsync(database, folder, asked.Rows) : await RehearseAsync(database, asked.Rows);
        Console.WriteLine(FormattableString.Invariant(
            $"{(isRight ? "The table was equal to each list" : "THE TABLE WAS NOT EQUAL TO EACH LIST")}; {watch.Elapsed.TotalSeconds:N1} s in all."));
        return isRight;
    }

    private static async Task<bool> RehearseAsync(SampleDatabase database, int? rows)
    {
        DirectoryInfo temporary = Directory.CreateTempSubdirectory("cities-sync-");
        try
        {
            return await RehearseAsync(database, temporary.FullName, rows);
        }
        finally
        {
            temporary.Delete(recursive: true);
        }
    }

    private static async Task WatchAsync(SampleDatabase database, string folder)
    {
        using IHost host = WorkerHost.Create(database, new CityFolder(folder), new Progress<SyncPass>());
        SyncWorker worker = host.Services.GetRequiredService<SyncWorker>();
        Console.WriteLine($"Watching {folder}; Ctrl-C ends.");
        await host.RunAsync();
        await ThrowFailureOfAsync(worker);
    }

    private static async Task<bool> RehearseAsync(SampleDatabase database, string folder, int? rows)
    {
        Directory.CreateDirectory(folder);
        CityFolder lists = new(folder);
        PassQueue passes = new();
        using IHost host = WorkerHost.Create(database, lists, passes);
        SyncWorker worker = host.Services.GetRequiredService<SyncWorker>();
        await host.StartAsync();
        CancellationToken stopping = host.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;
        try
        {
            return await ActivatorUtilities.CreateInstance<FiveDays>(host.Services, database, passes).RunAsync(rows, stopping);
        }
        catch (Exception) when (stopping.IsCancellationRequested)
        {
            await ThrowFailureOfAsync(worker);
            // Whatever failed, it failed because the run was cancelled.
            throw new OperationCanceledException(stopping);
        }
        finally
        {
            await host.StopAsync(CancellationToken.None);
        }
    }

    // A bug in the worker stops the host, which would look like the end of its work.
    private static async Task ThrowFailureOfAsync(SyncWorker worker)
    {
        if (worker.ExecuteTask is { IsFaulted: true } failed)
            await failed;
    }
}
