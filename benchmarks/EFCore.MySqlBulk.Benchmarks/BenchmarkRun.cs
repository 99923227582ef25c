using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>One run of the benchmark, from the server to the report. What the results file has of each operation with each number of rows is not measured again.</summary>
internal sealed class BenchmarkRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    // Round trips do not depend on the number of rounds, and matter only if they are a good part of the time.
    private const int CountRoundTripsToRows = 1_000;

    // Below this, a run is over before it needs much memory.
    private const int MeasureMemoryFromRows = 1_000;

    private readonly FinishedMeasurements<Report, Measurement> _finished =
        new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements, [.. Figures.Of(measurements)]));

    public async Task<Report> RunAsync()
    {
        Report report = await _finished.CompleteAsync(() => arguments.Operations.Any(operation => Left(operation).Any()), MeasureAsync, token);
        return report.Measurements.Count > 0 ? report
            : throw new UnknownTechniqueException($"--technique: no technique has such a name. There are {string.Join(", ", Enum.GetValues<TechniqueKind>().Except([TechniqueKind.Scheme]))}.");
    }

    private IEnumerable<int> Left(string operation) => arguments.RowCounts.Where(rows => !_finished.Has(m => m.Operation == operation && m.Rows == rows));

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        foreach (string operation in arguments.Operations)
        {
            foreach (IGrouping<int, int> table in Left(operation).GroupBy(LoadedTable.RowsFor))
            {
                Workload workload = Workload.Create(operation, table.Key, database);
                await workload.LoadAsync();
                RoundRobin rounds = new(database, workload, arguments, token);
                foreach (int rows in table)
                {
                    progress.Report($"{operation} {rows:N0} rows …");
                    await _finished.AddAsync(await MeasureAsync(database, workload, rounds, rows));
                    if (arguments.Connection is null)
                        await BinaryLogs.RemoveAsync(database);
                }
            }
        }
        return true;
    }

    private async Task<IEnumerable<Measurement>> MeasureAsync(BenchDatabase database, Workload workload, RoundRobin rounds, int rows)
    {
        RoundPlan plan = RoundPlan.For(rows, arguments);
        IReadOnlyList<Series> series = await rounds.MeasureAsync(rows, plan);
        IReadOnlyDictionary<TechniqueKind, long> peaks = rows >= MeasureMemoryFromRows ? await rounds.PeaksAsync(rows, plan) : new Dictionary<TechniqueKind, long>();
        IReadOnlyDictionary<TechniqueKind, int> roundTrips = rows <= CountRoundTripsToRows
            ? await RoundTrips.CountAsync(database, workload.Name, rows)
            : new Dictionary<TechniqueKind, int>();
        return Ratios.Complete([.. series.Select(s => Measurement.Of(workload, rows, s))], roundTrips, peaks);
    }
}
