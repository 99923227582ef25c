using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Clusters;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Wide;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Millions of wide rows, by several writers and readers, on one server and on a group, from the servers to the report. Each finished step is in the results file, and is not made again.</summary>
internal sealed class WideRowsRun
{
    private const string Group = "group of three";
    private const int BytesOfRows = 10_000;
    private const int Megabyte = 1_000_000;

    // Fills the table where the inserts are finished already.
    private const int LoadingWriters = 2;

    private readonly Arguments _arguments;
    private readonly IProgress<string> _progress;
    private readonly CancellationToken _token;
    private readonly WidePlan _plan;
    private readonly double _rowBytes = WideRows.Of(1, BytesOfRows).Average(row => (double)WideRows.BytesOf(row));
    private readonly FinishedMeasurements<WideReport, WideMeasurement> _finished;

    public WideRowsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
    {
        (_arguments, _progress, _token) = (arguments, progress, token);
        _plan = WidePlan.Of(arguments);
        _finished = new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, _plan.Rows, _rowBytes, measurements));
    }

    private IEnumerable<WideStep> Steps => ((WideStep[])
    [
        new WideInsert(_plan, 1), new WideInsert(_plan, WidePlan.Writers), new WideUpdate(_plan, 1), new WideUpdate(_plan, WidePlan.Writers),
        .. _plan.Reads.SelectMany(read => new WideRange[] { new(read, isBulk: false), new(read, isBulk: true) }),
    ]).Where(step => _arguments.Includes(step.Technique));

    public async Task<WideReport> RunAsync()
    {
        if (!Steps.Any())
            throw new UnknownTechniqueException("--technique: no technique has such a name. There are BulkInsert, BulkUpdate, BulkRead of the keys, and query of the range.");
        if (_finished.Resume() is { } earlier && earlier.Rows != _plan.Rows)
            throw new IOException($"{_arguments.JsonFile} has figures of {earlier.Rows:N0} rows, not of {_plan.Rows:N0}. Give another file, or delete it.");
        if (Left(WideTables.One).Count > 0)
            await BenchServer.UseAsync(_arguments, _progress, connection => MeasureAsync(WideTables.One, [connection], isOwn: _arguments.Connection is null), _token);
        // A group is one of servers that the run has started, all of MySQL.
        if (Left(Group).Count > 0 && _arguments is { Connection: null, Server: TestServers.ServerKind.MySql })
            await BenchServer.UseGroupAsync(_progress, connections => MeasureAsync(Group, connections, isOwn: true), _token);
        return _finished.Report;
    }

    private List<WideStep> Left(string place) => [.. Steps.Where(step => !_finished.Has(m => m.IsOf(place, step)))];

    private async Task<bool> MeasureAsync(string name, IReadOnlyList<string> connections, bool isOwn)
    {
        await using BenchPlace place = await BenchPlace.CreateAsync(name, connections, isOwn);
        await _finished.BeginAsync(place.Primary);
        WideTable table = await WideTable.CreateAsync(place, _plan);
        foreach (WideStep step in Left(name))
        {
            if (step.NeedsRows && !table.IsFull)
                await LoadAsync(table);
            await _finished.AddAsync([await MeasureAsync(table, step)]);
            await place.TidyAsync();
        }
        return true;
    }

    private async Task LoadAsync(WideTable table)
    {
        _progress.Report($"{table.Place.Name}: loading the table …");
        await new WideInsert(_plan, LoadingWriters).RunAsync(table, new(), _progress, _token);
        await table.Place.AppliedAsync();
        await table.VerifyAsync("loading");
        await table.Place.TidyAsync();
    }

    private async Task<WideMeasurement> MeasureAsync(WideTable table, WideStep step)
    {
        _progress.Report($"{table.Place.Name}: {step.Name} …");
        double? loadBefore = LoadAverage.Read();
        CallTimes times = new();
        long rows = await step.RunAsync(table, times, _progress, _token);
        double? loadAfter = LoadAverage.Read();
        long ended = Stopwatch.GetTimestamp();
        await table.Place.AppliedAsync();
        double caughtUp = Stopwatch.GetElapsedTime(ended).TotalSeconds;
        if (step.Writes)
            await table.VerifyAsync($"{table.Place.Name}: {step.Name}");
        double[] sorted = [.. times.Milliseconds.Order()];
        return new()
        {
            Place = table.Place.Name,
            Operation = step.Operation,
            Technique = step.Technique,
            Workers = step.Workers,
            RowsOfCall = step.RowsOfCall,
            Rows = rows,
            Seconds = times.Elapsed.TotalSeconds,
            CatchUpSeconds = table.Members > 1 && step.Writes ? caughtUp : null,
            MegabytesPerSecond = rows * _rowBytes / Megabyte / times.Elapsed.TotalSeconds,
            MeanMs = sorted.Average(),
            SlowMs = sorted[(int)(sorted.Length * 0.99)],
            ProcessorPerRow = times.Processor.TotalMicroseconds / rows,
            LoadBefore = loadBefore,
            LoadAfter = loadAfter,
            Date = DateTimeOffset.Now,
            SamplesMs = [.. times.Milliseconds.Select(ms => Math.Round(ms, 1))],
        };
    }
}
