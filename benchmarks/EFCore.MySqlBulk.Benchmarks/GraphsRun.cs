using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Graphs;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Entities that are stored as several rows, inserted by SaveChanges and by the library, from the server to the report.</summary>
internal sealed class GraphsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private readonly FinishedMeasurements<GraphReport, GraphMeasurement> _finished =
        new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements, [.. GraphFigures.Of(measurements)]));

    public Task<GraphReport> RunAsync() => _finished.CompleteAsync(() => GraphWorkloads.Names.Any(name => Left(name).Any()), MeasureAsync, token);

    private IEnumerable<int> Left(string operation) => arguments.GraphRowCounts.Where(rows => !_finished.Has(m => m.Operation == operation && m.Rows == rows));

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        SavingDatabase saving = await SavingDatabase.CreateAsync(database);
        foreach (GraphWorkload workload in GraphWorkloads.Of(saving))
        {
            RoundRobin rounds = new(database, workload, arguments, token);
            foreach (int rows in Left(workload.Name).ToList())
            {
                progress.Report($"{workload.Name}, {rows:N0} rows …");
                await _finished.AddAsync(GraphMeasurement.Of(workload, rows, await rounds.MeasureAsync(rows, GraphRounds.For(workload, rows, arguments))));
            }
        }
        return true;
    }
}
