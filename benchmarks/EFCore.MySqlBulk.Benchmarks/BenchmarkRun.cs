using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>One run of the benchmark, from the server to the report.</summary>
internal sealed class BenchmarkRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    // Round trips do not depend on the number of rounds, and matter only if they are a good part of the time.
    private const int CountRoundTripsToRows = 1_000;

    public Task<Report> RunAsync() => BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<Report> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        List<Measurement> measurements = [];
        foreach (string operation in arguments.Only)
        {
            Workload workload = Workload.Create(operation, database);
            await workload.LoadAsync();
            RoundRobin rounds = new(database, workload, arguments, token);
            foreach (int rows in arguments.RowCounts)
            {
                progress.Report($"{operation} {rows:N0} rows …");
                measurements.AddRange(await MeasureAsync(database, workload, rounds, rows));
            }
        }
        return measurements.Count > 0 ? new(machine, arguments.IsQuick, measurements, [.. Figures.Of(measurements)])
            : throw new UnknownTechniqueException($"--technique: no technique has such a name. There are {string.Join(", ", Enum.GetValues<TechniqueKind>().Except([TechniqueKind.Scheme]))}.");
    }

    private async Task<IEnumerable<Measurement>> MeasureAsync(BenchDatabase database, Workload workload, RoundRobin rounds, int rows)
    {
        IReadOnlyList<Series> series = await rounds.MeasureAsync(rows, RoundPlan.For(rows, arguments));
        IReadOnlyDictionary<TechniqueKind, int> roundTrips = rows <= CountRoundTripsToRows
            ? await RoundTrips.CountAsync(database, workload.Name, rows)
            : new Dictionary<TechniqueKind, int>();
        return Ratios.Complete([.. series.Select(s => Measurement.Of(workload, rows, s))], roundTrips);
    }
}
