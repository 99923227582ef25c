using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Reads;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Reading by keys with EF Core's Contains and with the library, from the server to the report.</summary>
internal sealed class ReadByKeysRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private readonly FinishedMeasurements<ReadReport, ReadMeasurement> _finished = new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements));

    private IEnumerable<int> Left => arguments.ReadRowCounts.Where(rows => !_finished.Has(m => m.Rows == rows));

    public Task<ReadReport> RunAsync() => _finished.CompleteAsync(() => Left.Any(), MeasureAsync, token);

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        ReadWorkload workload = new(database);
        progress.Report("loading the table …");
        await workload.LoadAsync();
        RoundRobin rounds = new(database, workload, arguments, token);
        foreach (int rows in Left.ToList())
        {
            progress.Report($"{rows:N0} keys …");
            await _finished.AddAsync(ReadMeasurement.Of(rows, await rounds.MeasureAsync(rows, RoundPlan.For(rows, arguments))));
        }
        return true;
    }
}
