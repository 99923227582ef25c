using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Inserts over two connections that commit together, and one after the other, from the server to the report.</summary>
internal sealed class AtomicRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int Connections = 2;
    private const int Rounds = 5;
    private const int QuickRounds = 1;
    private const string CreateTable =
        "CREATE TABLE bench_decisions (id CHAR(59) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB";

    public async Task<AtomicReport> RunAsync() =>
        ResultsFile.Resume<AtomicReport>(arguments, progress) ?? await BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<AtomicReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        await using (BenchContext context = await database.OpenAsync())
            await context.ExecuteAsync(CreateTable);
        int rounds = arguments.Rounds ?? (arguments.IsQuick ? QuickRounds : Rounds);
        List<double>[] times = [[], []];
        for (int round = -1; round < rounds; round++)
        {
            progress.Report(round < 0 ? "warming up …" : $"{arguments.AtomicRows:N0} rows, round {round + 1} of {rounds} …");
            // Each round begins with the other one.
            for (int i = 0; i < times.Length; i++)
            {
                int at = (round + 1 + i) % times.Length;
                double elapsed = await RunAsync(database, isAtomic: at == 1, round);
                if (round >= 0)
                    times[at].Add(elapsed);
            }
        }

        return new(machine, arguments.IsQuick, arguments.AtomicRows, Connections, Median.Of(times[0]), Median.Of(times[1]), Median.Of(times[1].Zip(times[0], (own, other) => own / other)), rounds);
    }

    private async Task<double> RunAsync(BenchDatabase database, bool isAtomic, int round)
    {
        token.ThrowIfCancellationRequested();
        BenchUser[] users = UserRows.New(arguments.AtomicRows, round + 2);
        await using (BenchContext context = await database.OpenAsync())
            await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        await Purge.SettleAsync(database);
        GC.Collect();
        DbContextOptionsBuilder<BenchContext> options = new();
        options.UseMySql(database.ConnectionString, database.Version).UseMySqlBulk(o => o.DecisionTable("bench_decisions"));
        long started = Stopwatch.GetTimestamp();
        await using (BenchContext context = new(options.Options))
        {
            BulkResult result = await context.BulkInsertAsync(users, new() { Connections = Connections, Atomic = isAtomic }, token);
            if ((result.Connections, result.IsAtomic) != (Connections, isAtomic))
                throw new WrongOutcomeException($"{result.Connections} connections, atomic: {result.IsAtomic}");
        }

        double elapsed = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        await VerifyAsync(database, users);
        return elapsed;
    }

    private static async Task VerifyAsync(BenchDatabase database, BenchUser[] users)
    {
        await using BenchContext context = await database.OpenAsync();
        await StoredUsers.VerifyAsync(context, users);
        if (await context.CountAsync("SELECT COUNT(*) FROM bench_decisions") != 0)
            throw new WrongOutcomeException("a decision is left");
    }
}
