using System.Text.Json;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.FirstCalls;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Saving;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The first call of a process and of an entity type, from the server to the report. Each round starts a process for each way.</summary>
internal sealed class FirstCallsRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int Rounds = 9;
    private const int QuickRounds = 1;

    // As a program is run by default, unlike this one.
    private static readonly (string, string)[] Defaults = [("DOTNET_TC_QuickJit", "1"), ("DOTNET_TieredPGO", "1")];

    private readonly FinishedMeasurements<FirstCallsReport, FirstCallMeasurement> _finished =
        new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, measurements));

    public Task<FirstCallsReport> RunAsync() => _finished.CompleteAsync(() => !_finished.Has(_ => true), MeasureAsync, token);

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        await SavingDatabase.CreateAsync(database);
        FirstCallWay[] ways = Enum.GetValues<FirstCallWay>();
        List<FirstCallTimes>[] times = [.. ways.Select(_ => new List<FirstCallTimes>())];
        int rounds = arguments.Rounds ?? (arguments.IsQuick ? QuickRounds : Rounds);
        for (int round = 0; round < rounds; round++)
        {
            progress.Report($"first calls, round {round + 1} of {rounds} …");
            for (int i = 0; i < ways.Length; i++)
            {
                int at = (round + i) % ways.Length;
                times[at].Add(await RunAsync(database, ways[at]));
            }
        }

        await _finished.AddAsync(ways.Select((way, i) => FirstCallMeasurement.Of(way, times[i])));
        return true;
    }

    private async Task<FirstCallTimes> RunAsync(BenchDatabase database, FirstCallWay way)
    {
        await using BenchContext context = await database.OpenAsync();
        for (int type = 0; type < FirstCall.CallsByType.Count; type++)
            await context.ExecuteAsync($"TRUNCATE TABLE {TableOf(type)}");
        string printed = await ExternalProgram.RunAsync(ExternalProgram.OwnPath(), [FirstCall.Verb, way.ToString()], token, [.. Defaults, (FirstCall.ConnectionVariable, database.ConnectionString)]);
        long ages = UserRows.New(FirstCall.Rows, run: 1).Sum(user => (long)user.Age);
        for (int type = 0; type < FirstCall.CallsByType.Count; type++)
        {
            int calls = FirstCall.CallsByType[type];
            string stored = await context.TextAsync($"SELECT CONCAT(COUNT(*), ' ', SUM(Age)) FROM {TableOf(type)}");
            if (stored != $"{calls * FirstCall.Rows} {calls * ages}")
                throw new WrongOutcomeException($"{way}: the number of rows and the sum of their ages are {stored}");
        }

        return JsonSerializer.Deserialize<FirstCallTimes>(printed);
    }

    private static string TableOf(int type) => SavingContext.TableOf(FreshRow.Types[type]);
}
