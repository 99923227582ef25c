using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Synchronizing;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>A table made equal to a list of rows, with the library and with SaveChanges, from the server to the report.</summary>
internal sealed class SynchronizeRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private readonly FinishedMeasurements<UpsertReport, UpsertMeasurement> _finished =
        new(arguments, progress, (machine, measurements) => new("synchronize", machine, arguments.IsQuick, measurements));

    private IEnumerable<int> Left => arguments.SynchronizedRowCounts.Where(rows => !_finished.Has(m => m.Rows == rows));

    public Task<UpsertReport> RunAsync() => _finished.CompleteAsync(() => Left.Any(), MeasureAsync, token);

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        SyncWorkload workload = new(database, arguments.SynchronizedRowCounts.Max());
        progress.Report("loading the table …");
        await workload.LoadAsync();
        RoundRobin rounds = new(database, workload, arguments, token);
        foreach (int rows in Left.ToList())
        {
            progress.Report($"{rows:N0} rows …");
            await _finished.AddAsync(UpsertMeasurement.Of(rows, rows, await rounds.MeasureAsync(rows, RoundPlan.For(rows, arguments))));
        }
        return true;
    }
}
