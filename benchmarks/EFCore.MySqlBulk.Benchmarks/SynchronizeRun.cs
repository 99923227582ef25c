using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Synchronizing;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>A table made equal to a list of rows, with the library and with SaveChanges, from the server to the report.</summary>
internal sealed class SynchronizeRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    public Task<UpsertReport> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<UpsertReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        SyncWorkload workload = new(database, arguments.SynchronizedRowCounts.Max());
        progress.Report("loading the table …");
        await workload.LoadAsync();
        RoundRobin rounds = new(database, workload, arguments, token);
        List<UpsertMeasurement> measurements = [];
        foreach (int rows in arguments.SynchronizedRowCounts)
        {
            progress.Report($"{rows:N0} rows …");
            measurements.AddRange(UpsertMeasurement.Of(rows, rows, await rounds.MeasureAsync(rows, RoundPlan.For(rows, arguments))));
        }
        return new("synchronize", machine, arguments.IsQuick, measurements);
    }
}
