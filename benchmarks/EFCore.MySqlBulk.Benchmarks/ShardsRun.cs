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

    private readonly FinishedMeasurements<ShardsReport, ShardsMeasurement> _finished = new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements));

    private IEnumerable<int> Left => arguments.ShardedRowCounts.Where(rows => !_finished.Has(m => m.Rows == rows));

    public Task<ShardsReport> RunAsync() => _finished.CompleteAsync(() => Left.Any(), MeasureAsync, token);

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        ShardOrders tables = new(database);
        await tables.CreateAsync();
        foreach (int rows in Left.ToList())
        {
            progress.Report($"{rows:N0} orders …");
            await _finished.AddAsync(await MeasureAsync(database, tables, ShardOrder.New(rows)));
        }

        return true;
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
