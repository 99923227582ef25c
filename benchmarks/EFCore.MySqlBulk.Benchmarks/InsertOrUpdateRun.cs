using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Upserts;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Inserting or updating with the library and with tracked queries, from the server to the report.</summary>
internal sealed class InsertOrUpdateRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    // The loop waits for each row, so its time hardly varies and its warm-up need not be long.
    private const int LoopRounds = 9;
    private const int LongLoopRounds = 3;
    private const int LongLoopMostRows = 10_000;
    private const int LoopWarmUpRows = 1_000;

    private readonly FinishedMeasurements<UpsertReport, UpsertMeasurement> _finished =
        new(arguments, progress, (machine, measurements) => new("insert or update", machine, arguments.IsQuick, measurements));

    private IEnumerable<int> Left => arguments.UpsertRowCounts.Where(rows => !_finished.Has(m => m.Rows == rows));

    public Task<UpsertReport> RunAsync() => _finished.CompleteAsync(() => Left.Any(), MeasureAsync, token);

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        UpsertWorkload workload = new(database, arguments.UpsertRowCounts.Max());
        progress.Report("loading the table …");
        await workload.LoadAsync();
        RoundRobin rounds = new(database, workload, arguments, token);
        foreach (int rows in Left.ToList())
        {
            progress.Report($"{rows:N0} rows …");
            await _finished.AddAsync(UpsertMeasurement.Of(rows, UpsertWorkload.Existing(rows), await rounds.MeasureAsync(rows, PlanFor(rows))));
        }
        return true;
    }

    private RoundPlan PlanFor(int rows)
    {
        RoundPlan plan = RoundPlan.For(rows, arguments);
        int loopRounds = rows switch
        {
            < 1_000 => LoopRounds,
            <= LongLoopMostRows => LongLoopRounds,
            _ => 1,
        };
        return plan with { SlowRounds = Math.Min(plan.SlowRounds, loopRounds), SlowWarmUpRows = LoopWarmUpRows };
    }
}
