using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Graphs;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Entities that are stored as several rows, inserted by SaveChanges and by the library, from the server to the report.</summary>
internal sealed class GraphsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    public Task<GraphReport> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<GraphReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        SavingDatabase saving = await SavingDatabase.CreateAsync(database);
        List<GraphMeasurement> measurements = [];
        foreach (GraphWorkload workload in GraphWorkloads.Of(saving))
        {
            RoundRobin rounds = new(database, workload, arguments, token);
            foreach (int rows in arguments.GraphRowCounts)
            {
                progress.Report($"{workload.Name}, {rows:N0} rows …");
                measurements.AddRange(GraphMeasurement.Of(workload, rows, await rounds.MeasureAsync(rows, GraphRounds.For(workload, rows, arguments))));
            }
        }
        return new(machine, arguments.IsQuick, measurements, [.. GraphFigures.Of(measurements)]);
    }
}
