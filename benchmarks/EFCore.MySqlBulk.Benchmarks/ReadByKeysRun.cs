using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Reads;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Reading by keys with EF Core's Contains and with the library, from the server to the report.</summary>
internal sealed class ReadByKeysRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    public Task<ReadReport> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<ReadReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        ReadWorkload workload = new(database);
        progress.Report("loading the table …");
        await workload.LoadAsync();
        RoundRobin rounds = new(database, workload, arguments, token);
        List<ReadMeasurement> measurements = [];
        foreach (int rows in arguments.ReadRowCounts)
        {
            progress.Report($"{rows:N0} keys …");
            measurements.AddRange(ReadMeasurement.Of(rows, await rounds.MeasureAsync(rows, RoundPlan.For(rows, arguments))));
        }
        return new(machine, arguments.IsQuick, measurements);
    }
}
