using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Selecting;

/// <summary>The automatic choice and every forced one, at every round trip time, from the server to the report.</summary>
internal sealed class SelectionRun
{
    private readonly Arguments _arguments;
    private readonly IProgress<string> _progress;
    private readonly CancellationToken _token;
    private readonly FinishedMeasurements<SelectionReport, SelectionMeasurement> _finished;

    public SelectionRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
    {
        (_arguments, _progress, _token) = (arguments, progress, token);
        _finished = new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements));
    }

    public Task<SelectionReport> RunAsync() => _finished.CompleteAsync(() => _arguments.RoundTripMs.Any(AreLeft), MeasureAsync, _token);

    private bool AreLeft(double milliseconds) => LeftOperations(milliseconds).Any();

    private IEnumerable<string> LeftOperations(double milliseconds) =>
        Choice.Operations.Where(operation => _arguments.Only.Any(only => operation.StartsWith(only, StringComparison.Ordinal)) && Left(operation, milliseconds).Any());

    private IEnumerable<int> Left(string operation, double milliseconds) =>
        _arguments.SelectionRowCounts(milliseconds).Where(rows => !_finished.Has(m => m.Operation == operation && m.Rows == rows && m.RoundTripMs == milliseconds));

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        foreach (double milliseconds in _arguments.RoundTripMs.Where(AreLeft))
        {
            using DelayingRelay? relay = milliseconds > 0 ? DelayingRelay.To(database, TimeSpan.FromMilliseconds(milliseconds)) : null;
            await MeasureAsync(database, relay is null ? database : ServerAddress.Through(database, relay.Port), milliseconds);
        }
        return true;
    }

    private async Task MeasureAsync(BenchDatabase database, BenchDatabase way, double milliseconds)
    {
        foreach (string operation in LeftOperations(milliseconds))
        {
            List<Choice> possible = await PossibleAsync(database, operation);
            string[] forced = [.. possible.Where(choice => !choice.IsAutomatic).Select(choice => choice.Name)];
            if (!forced.Any(_arguments.Includes))
                throw new UnknownTechniqueException($"--technique: nothing that {operation} can be told has such a name. There are {string.Join("; ", forced)}.");
            Workload table = Workload.Create(new Choice(operation).Workload, LoadedTable.Rows, database);
            await table.LoadAsync();
            foreach (int rows in Left(operation, milliseconds).ToList())
            {
                _progress.Report($"{operation} {rows:N0} rows, round trip {milliseconds} ms …");
                ChoiceWorkload workload = new(database, table, [.. possible.Where(choice => choice.Compares(rows)).Select(choice => new ChoiceTechnique(Way(way, operation), choice))]);
                RoundRobin rounds = new(database, workload, _arguments, _token);
                await _finished.AddAsync([SelectionMeasurement.Of(operation, rows, milliseconds, await rounds.MeasureAsync(rows, Plan(rows, milliseconds)))]);
            }
        }
    }

    private static async Task<List<Choice>> PossibleAsync(BenchDatabase database, string operation)
    {
        await using BenchContext context = await Way(database, operation).OpenAsync();
        return [.. Choice.Of(operation).Where(choice => choice.IsPossible(context) && !(choice.Strategy == BulkStrategy.KeyList && LocksOthers(database)))];
    }

    // For a list of keys MariaDB scans a small table, and locks all of it (docs/limits.md): it is never chosen there, however fast.
    private static bool LocksOthers(BenchDatabase database) => database.Version.Type == ServerType.MariaDb;

    private static BenchDatabase Way(BenchDatabase way, string operation) => new Choice(operation).AllowsLoadData && way.AllowsLocalInfile ? way.LoadingData() : way;

    // A commit takes as long as a small call, so that many rounds are needed; a round trip is longer and always the same.
    private RoundPlan Plan(int rows, double milliseconds)
    {
        RoundPlan plan = RoundPlan.For(rows, _arguments);
        return milliseconds == 0 || _arguments.Rounds is not null ? plan : plan with { WarmUps = Math.Min(plan.WarmUps, 3), Rounds = Math.Min(plan.Rounds, 15) };
    }
}
