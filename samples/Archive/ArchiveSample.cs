using System.Diagnostics;
using System.Globalization;
using Archive.Check;
using Archive.Load;
using Archive.Model;
using EFCore.MySqlBulk;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace Archive;

/// <summary>Fills the table, lets the application work, archives what is old, and checks every row.</summary>
internal static class ArchiveSample
{
    private static readonly TimeSpan Before = TimeSpan.FromSeconds(5);

    /// <returns>Whether every row is where it has to be.</returns>
    /// <exception cref="ServerUnavailableException">There is no server, and none can be started.</exception>
    public static async Task<bool> RunAsync(CommandLine asked, Interruption interruption)
    {
        if (asked.Connection is { } connection)
        {
            VisitsDatabase database = new(connection);
            return await RunAsync(asked, database, database, interruption.Token);
        }

        await using TestServer server = await TestServer.StartAsync(ServerKind.MySql);
        await using TestServer? second = asked.TwoServers ? await TestServer.StartAsync(ServerKind.MySql) : null;
        interruption.GoFirst();
        Console.WriteLine(server.Origin);
        VisitsDatabase hot = new(server.ConnectionString);
        VisitsDatabase archive = second is null ? hot : new(second.ConnectionString);
        if (second is not null)
            await archive.CreateAsync(interruption.Token);
        return await RunAsync(asked, hot, archive, interruption.Token);
    }

    private static async Task<bool> RunAsync(CommandLine asked, VisitsDatabase database, VisitsDatabase archive, CancellationToken token)
    {
        Run run = asked.Resume ? await database.FindRunAsync(token) : VisitRows.NewRun(asked.Rows, DateTime.UtcNow.Date, asked.DaysKept);
        VisitRows rows = await VisitRows.ReadAsync(run, token);
        if (!asked.Resume)
        {
            await database.CreateAsync(token);
            await FillAsync(database, rows, run, token);
        }

        await MoveAsync(asked, database, archive, run, token);

        Stopwatch watch = Stopwatch.StartNew();
        IReadOnlyList<string> wrong = await new TableCheck(database, archive, rows, run).RunAsync(token);
        foreach (string line in wrong)
            Console.WriteLine($"WRONG: {line}");
        if (wrong.Count > 0)
            return false;
        Write($"Checked in {watch.Elapsed.TotalSeconds:N1} s: {run.Rows:N0} rows, each once, where it has to be, as it was written, and with every look.");
        if (asked.Connection is not null)
            await database.DropAsync();
        return true;
    }

    private static async Task FillAsync(VisitsDatabase database, VisitRows rows, Run run, CancellationToken token)
    {
        try
        {
            await using VisitsContext context = database.Open();
            BulkResult done = await context.BulkInsertAsync(rows.All(), new() { ReturnKeys = false }, token);
            context.Add(run);
            await context.SaveChangesAsync(token);
            Write($"{done.RowsInserted:N0} visits of the last year are stored in {done.Elapsed.TotalSeconds:N1} s.");
        }
        catch
        {
            // There is nothing to resume yet.
            await database.DropAsync();
            throw;
        }
    }

    private static async Task MoveAsync(CommandLine asked, VisitsDatabase database, VisitsDatabase archive, Run run, CancellationToken token)
    {
        long old;
        await using (VisitsContext context = database.Open())
            old = await context.Visits.LongCountAsync(visit => visit.At < run.Cutoff, token);
        await using OltpLoad load = new(database, run);
        load.Start();
        await Task.Delay(Before, token);
        Write($"The load alone: {load.Sample()}. {old:N0} visits are older than {run.Cutoff:yyyy-MM-dd}.");
        ArchiveProgress progress = new(load, old);
        try
        {
            BulkResult done = await ArchiveJob.RunAsync(database, archive, run.Cutoff, asked.Replicas, progress, token);
            Write($"{done.RowsMoved:N0} rows moved in {done.Elapsed.TotalSeconds:N1} s, {done.Portions:N0} batches, the longest {done.LongestBatch.TotalSeconds:N2} s; the load meanwhile: {progress.Load.And(load.Sample())}.");
        }
        catch (Exception exception) when (asked.Connection is not null && exception is BulkException or BulkCanceledException)
        {
            Console.WriteLine($"{exception.Message}{Environment.NewLine}To go on, say the same with --resume.");
            throw;
        }
    }

    private static void Write(FormattableString text) => Console.WriteLine(text.ToString(CultureInfo.InvariantCulture));
}
