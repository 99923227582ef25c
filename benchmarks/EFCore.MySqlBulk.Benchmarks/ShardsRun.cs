using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Sharding;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Orders inserted into one table and into five, from the server to the report.</summary>
internal sealed class ShardsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int Rounds = 11;
    private const int QuickRounds = 1;

    public Task<ShardsReport> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<ShardsReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        ShardOrders tables = new(database);
        await tables.CreateAsync();
        List<ShardsMeasurement> measurements = [];
        foreach (int rows in arguments.ShardedRowCounts)
        {
            progress.Report($"{rows:N0} orders …");
            measurements.AddRange(await MeasureAsync(database, tables, ShardOrder.New(rows)));
        }

        return new(machine, arguments.IsQuick, measurements);
    }

    // Each round runs all of them, beginning with another one.
    private async Task<IEnumerable<ShardsMeasurement>> MeasureAsync(BenchDatabase database, ShardOrders tables, ShardOrder[] orders)
    {
        IReadOnlyList<ShardTechnique> all = ShardTechnique.All;
        List<double>[] times = [.. all.Select(_ => new List<double>())];
        int rounds = arguments.Rounds ?? (arguments.IsQuick ? QuickRounds : Rounds);
        for (int round = -1; round < rounds; round++)
        {
            for (int i = 0; i < all.Count; i++)
            {
                int at = (round + 1 + i) % all.Count;
                double time = await RunAsync(database, tables, all[at], orders);
                // The first round warms everything up.
                if (round >= 0)
                    times[at].Add(time);
            }
        }

        return all.Select((technique, at) => ShardsMeasurement.Of(technique.Name, orders.Length, times[at], times[0], technique.IsSharded ? times[1] : null));
    }

    private async Task<double> RunAsync(BenchDatabase database, ShardOrders tables, ShardTechnique technique, ShardOrder[] orders)
    {
        token.ThrowIfCancellationRequested();
        await tables.EmptyAsync();
        await Purge.SettleAsync(database);
        Func<Task> call = technique.Prepare(tables, orders);
        GC.Collect();
        long started = Stopwatch.GetTimestamp();
        await call();
        double time = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        await tables.VerifyAsync(technique, orders);
        return time;
    }
}
