using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.ByQuery;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The rows of a query deleted, changed, copied and archived in batches and at once, alone and beside a writer, from the server to the report.</summary>
internal sealed class ByQueryRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int Rounds = 3;
    private const int QuickRounds = 1;
    private static readonly TimeSpan Idle = TimeSpan.FromSeconds(5);

    public async Task<QueryReport> RunAsync() =>
        ResultsFile.Resume<QueryReport>(arguments, progress) ?? await BenchServer.UseAsync(arguments, progress, MeasureAsync, token);

    private async Task<QueryReport> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        Machine machine = await Machine.ReadAsync(database);
        VisitTables tables = new(database, arguments.QueriedRows);
        progress.Report($"{arguments.QueriedRows:N0} rows …");
        await tables.CreateAsync();
        Writer idle = new(tables, arguments.QueriedRows);
        await idle.WhileAsync(() => Task.Delay(Idle, token));
        QueryTechnique[] techniques = [.. QueryTechnique.All.Where(technique => arguments.Includes(technique.Name))];
        Dictionary<QueryTechnique, List<Sample>> samples = techniques.ToDictionary(technique => technique, _ => new List<Sample>());
        int rounds = arguments.Rounds ?? (arguments.IsQuick ? QuickRounds : Rounds);
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < techniques.Length; i++)
            {
                QueryTechnique technique = techniques[(i + round) % techniques.Length];
                Sample sample = await SampleAsync(database, tables, technique);
                samples[technique].Add(sample);
                progress.Report($"round {round + 1} of {rounds}, {technique.Task}, {technique.Name}: {sample.Seconds:0.0} s, beside the writer {sample.BesideSeconds:0.0} s, whose p99 is {sample.P99Ms:0.0} ms");
            }
        }

        return new(machine, arguments.IsQuick, arguments.QueriedRows, tables.Old, idle.P99Ms, [.. techniques.Select(FigureOf)], rounds);

        QueryFigure FigureOf(QueryTechnique technique)
        {
            List<Sample> own = samples[technique];
            List<Sample> first = samples[Array.Find(techniques, other => other.Task == technique.Task)!];
            return new(
                technique.Task, technique.Name, Median.Of(own.Select(sample => sample.Seconds)), Median.Of(own.Zip(first, (mine, other) => mine.Seconds / other.Seconds)), own.Max(sample => sample.LongestSeconds),
                Median.Of(own.Select(sample => sample.BesideSeconds)), Median.Of(own.Select(sample => sample.P99Ms)), own.Max(sample => sample.LongestMs), own.Max(sample => sample.LiveMiB));
        }
    }

    private async Task<Sample> SampleAsync(BenchDatabase database, VisitTables tables, QueryTechnique technique)
    {
        using LiveMemory memory = new();
        (double seconds, double longest) = await TimeAsync(database, tables, technique, work => work());
        Writer writer = new(tables, arguments.QueriedRows);
        (double beside, double longestBeside) = await TimeAsync(database, tables, technique, writer.WhileAsync);
        return new(seconds, Math.Max(longest, longestBeside), beside, writer.P99Ms, writer.LongestMs, memory.MostMiB);
    }

    private async Task<(double Seconds, double Longest)> TimeAsync(BenchDatabase database, VisitTables tables, QueryTechnique technique, Func<Func<Task>, Task> around)
    {
        token.ThrowIfCancellationRequested();
        await Purge.SettleAsync(database);
        double seconds = 0;
        TimeSpan? longest = null;
        await around(async () =>
        {
            await using VisitContext context = tables.Context();
            long started = Stopwatch.GetTimestamp();
            longest = await technique.RunAsync(context, context.Visits.Where(visit => visit.At < tables.Cutoff));
            seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        });
        await technique.CheckAsync(tables);
        await tables.RestoreAsync();
        return (seconds, longest?.TotalSeconds ?? seconds);
    }

    private sealed record Sample(double Seconds, double LongestSeconds, double BesideSeconds, double P99Ms, double LongestMs, double LiveMiB);
}
