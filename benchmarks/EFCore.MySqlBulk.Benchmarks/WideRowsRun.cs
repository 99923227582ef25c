using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Clusters;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Wide;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Millions of wide rows, by several writers and readers, on one server and on a group, from the servers to the report. Each finished step is in the results file, and is not made again.</summary>
internal sealed class WideRowsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const string Group = "group of three";
    private const int BytesOfRows = 10_000;
    private const int Megabyte = 1_000_000;

    // Fills the table where the inserts are finished already.
    private const int LoadingWriters = 2;

    private readonly WidePlan _plan = WidePlan.Of(arguments);
    private readonly double _rowBytes = WideRows.Of(1, BytesOfRows).Average(row => (double)WideRows.BytesOf(row));
    private readonly List<WideMeasurement> _finished = [];
    private Machine? _machine;

    private IEnumerable<WideStep> Steps => ((WideStep[])
    [
        new WideInsert(_plan, 1), new WideInsert(_plan, WidePlan.Writers), new WideUpdate(_plan, 1), new WideUpdate(_plan, WidePlan.Writers),
        .. _plan.Reads.SelectMany(read => new WideRange[] { new(read, isBulk: false), new(read, isBulk: true) }),
    ]).Where(step => arguments.Includes(step.Technique));

    private WideReport Report => new(_machine!, arguments.IsQuick, _plan.Rows, _rowBytes, [.. _finished]);

    public async Task<WideReport> RunAsync()
    {
        if (!Steps.Any())
            throw new UnknownTechniqueException("--technique: no technique has such a name. There are BulkInsert, BulkUpdate, BulkRead of the keys, and query of the range.");
        if (arguments.JsonFile is { } file && File.Exists(file))
            Resume(file, await JsonReport.ReadAsync<WideReport>(file));
        if (Left(WideTables.One).Count > 0)
            await BenchServer.UseAsync(arguments, progress, connection => MeasureAsync(WideTables.One, [connection], isOwn: arguments.Connection is null), token);
        // A group is one of servers that the run has started, all of MySQL.
        if (Left(Group).Count > 0 && arguments is { Connection: null, Server: TestServers.ServerKind.MySql })
            await BenchServer.UseGroupAsync(progress, connections => MeasureAsync(Group, connections, isOwn: true), token);
        return Report;
    }

    private List<WideStep> Left(string place) => [.. Steps.Where(step => !_finished.Exists(m => m.IsOf(place, step)))];

    private void Resume(string file, WideReport report)
    {
        if ((report.Rows, report.IsQuick) != (_plan.Rows, arguments.IsQuick))
            throw new IOException($"{file} has figures of {report.Rows:N0} rows{(report.IsQuick ? " of a quick run" : "")}, not of {_plan.Rows:N0}. Give another file, or delete it.");
        _machine = report.Machine;
        _finished.AddRange(report.Measurements);
        progress.Report($"{_finished.Count} finished steps are in {file}");
    }

    private async Task<bool> MeasureAsync(string name, IReadOnlyList<string> connections, bool isOwn)
    {
        await using BenchPlace place = await BenchPlace.CreateAsync(name, connections, isOwn);
        _machine ??= await Machine.ReadAsync(place.Primary);
        WideTable table = await WideTable.CreateAsync(place, _plan);
        foreach (WideStep step in Left(name))
        {
            if (step.NeedsRows && !table.IsFull)
                await LoadAsync(table);
            _finished.Add(await MeasureAsync(table, step));
            if (arguments.JsonFile is { } file)
                await JsonReport.WriteAsync(Report, file);
            await place.TidyAsync();
        }
        return true;
    }

    private async Task LoadAsync(WideTable table)
    {
        progress.Report($"{table.Place.Name}: loading the table …");
        await new WideInsert(_plan, LoadingWriters).RunAsync(table, new(), progress, token);
        await table.Place.AppliedAsync();
        await table.VerifyAsync("loading");
        await table.Place.TidyAsync();
    }

    private async Task<WideMeasurement> MeasureAsync(WideTable table, WideStep step)
    {
        progress.Report($"{table.Place.Name}: {step.Name} …");
        double? loadBefore = LoadAverage.Read();
        CallTimes times = new();
        long rows = await step.RunAsync(table, times, progress, token);
        double? loadAfter = LoadAverage.Read();
        long ended = Stopwatch.GetTimestamp();
        await table.Place.AppliedAsync();
        double caughtUp = Stopwatch.GetElapsedTime(ended).TotalSeconds;
        if (step.Writes)
            await table.VerifyAsync($"{table.Place.Name}: {step.Name}");
        double[] sorted = [.. times.Milliseconds.Order()];
        WideMeasurement measurement = new()
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
        progress.Report($"{measurement.Place}: {step.Name}: {measurement.RowsPerSecond:N0} rows/s, mean {measurement.MeanMs:N0} ms, p99 {measurement.SlowMs:N0} ms, right on every server");
        return measurement;
    }
}
