using System.Collections.Concurrent;
using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Upserts;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Contention;

/// <summary>Several writers make their calls at the same time, and the table is checked afterwards.</summary>
internal sealed class ContentionRound(BenchDatabase database, DbContextOptions<UpsertContext> options, int writers, int callsOfEach, int rows, CancellationToken token)
{
    private const int Deadlock = 1213;
    private const int MostTries = 100;

    private int Calls => writers * callsOfEach;

    public async Task<ContentionSample> RunAsync(ContendingTechnique technique, Arrivals arrivals)
    {
        await PrepareAsync();
        ConcurrentBag<double> times = [];
        long inserted = 0;
        long victims = 0;
        long deadlocks = await DeadlocksAsync();
        long started = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, writers).Select(writer => Task.Run(
            async () =>
            {
                for (int call = 0; call < callsOfEach; call++)
                {
                    BenchUser[] users = arrivals.RowsOf(rows, (call * writers) + writer, Calls);
                    long began = Stopwatch.GetTimestamp();
                    (long added, int tries) = await CallAsync(technique, users);
                    times.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
                    Interlocked.Add(ref inserted, added);
                    Interlocked.Add(ref victims, tries - 1);
                }
            },
            token)));
        TimeSpan elapsed = Stopwatch.GetElapsedTime(started);
        await VerifyAsync(technique, arrivals, inserted);
        double[] sorted = [.. times.Order()];
        return new(Calls / elapsed.TotalSeconds, sorted[(int)(sorted.Length * 0.99)], (double)(await DeadlocksAsync() - deadlocks) / Calls, (double)victims / Calls);
    }

    // As a program does it: a deadlock's victim is made again by whoever began the transaction.
    private async Task<(long Inserted, int Tries)> CallAsync(ContendingTechnique technique, BenchUser[] users)
    {
        for (int tries = 1; ; tries++)
        {
            try
            {
                await using UpsertContext context = new(options);
                return (await technique.Run(context, users, token), tries);
            }
            catch (Exception exception) when (tries < MostTries && IsDeadlock(exception))
            {
                await Task.Delay(Random.Shared.Next(5, 25), token);
            }
        }
    }

    // Drivers and the library call the number by the same name, in the exception or the one within.
    private static bool IsDeadlock(Exception exception)
        => exception is BulkOperationException { ErrorNumber: Deadlock } || (exception is DbException && exception.Message.StartsWith("Deadlock found", StringComparison.Ordinal));

    private async Task PrepareAsync()
    {
        await using BenchContext context = await database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        await context.FillAsync("bench_users", UserRows.Keyed(Arrivals.StoredRows, run: 0));
        await context.TextAsync("ANALYZE TABLE bench_users");
    }

    private async Task VerifyAsync(ContendingTechnique technique, Arrivals arrivals, long inserted)
    {
        await using BenchContext context = await database.OpenAsync();
        HashSet<string> expected = [.. UserRows.Keyed(Arrivals.StoredRows, run: 0).Select(user => user.Email)];
        for (int place = 0; place < Calls; place++)
            expected.UnionWith(arrivals.RowsOf(rows, place, Calls).Select(user => user.Email));
        List<string> stored = await context.Users.Select(user => user.Email).ToListAsync(token);
        if (stored.Count != expected.Count || !expected.SetEquals(stored))
            throw new InvalidOperationException($"{technique.Name}, {arrivals.Name}: {stored.Count} rows are stored instead of {expected.Count}.");
        if (inserted >= 0 && inserted != expected.Count - Arrivals.StoredRows)
            throw new InvalidOperationException($"{technique.Name}, {arrivals.Name}: the calls say that they inserted {inserted} rows instead of {expected.Count - Arrivals.StoredRows}.");
    }

    private async Task<long> DeadlocksAsync()
    {
        await using BenchContext context = await database.OpenAsync();
        // MariaDB has the same metric, but does not count it unless it is told to.
        string query = (await context.TextAsync("SELECT VERSION()")).Contains("MariaDB", StringComparison.OrdinalIgnoreCase)
            ? "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'Innodb_deadlocks'"
            : "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'lock_deadlocks'";
        return await context.CountAsync(query);
    }
}
