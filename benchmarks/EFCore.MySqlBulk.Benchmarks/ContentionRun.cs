using EFCore.MySqlBulk.Benchmarks.Contention;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Upserts;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Writers that insert or update small sets of rows in one table at the same time, from the server to the report.</summary>
internal sealed class ContentionRun(Arguments arguments, IProgress<string> progress, CancellationToken token)
{
    private const int Writers = 8;
    private const int Rows = 10;
    private const int CallsOfEach = 100;
    private const int QuickCallsOfEach = 10;
    private const int Rounds = 7;
    private const int QuickRounds = 1;

    private readonly FinishedMeasurements<ContentionReport, ContentionMeasurement> _finished =
        new(arguments, progress, (machine, measurements) => new(machine, arguments.IsQuick, Writers, Rows, measurements));

    private IEnumerable<(Arrivals Arrivals, IGrouping<string, ContendingTechnique> Group)> Left =>
        from arrivals in Arrivals.All
        from compared in ContendingTechnique.All.GroupBy(technique => technique.Group)
        where !_finished.Has(m => m.Arrivals == arrivals.Name && m.Group == compared.Key)
        select (arrivals, compared);

    public Task<ContentionReport> RunAsync() => _finished.CompleteAsync(() => Left.Any(), MeasureAsync, token);

    private async Task<bool> MeasureAsync(string connection)
    {
        await using BenchDatabase database = await BenchDatabase.CreateAsync(connection);
        await _finished.BeginAsync(database);
        await using (BenchContext context = await database.OpenAsync())
            await context.ExecuteAsync(UpsertContext.CreateIndex);
        DbContextOptions<UpsertContext> options = new DbContextOptionsBuilder<UpsertContext>().UseMySql(database.ConnectionString, database.Version, _ => { }).Options;
        ContentionRound round = new(database, options, Writers, arguments.IsQuick ? QuickCallsOfEach : CallsOfEach, Rows, token);
        foreach ((Arrivals arrivals, IGrouping<string, ContendingTechnique> group) in Left.ToList())
        {
            progress.Report($"{group.Key}, {arrivals.Name} …");
            await _finished.AddAsync(await MeasureAsync(round, arrivals, [.. group.Where(technique => arguments.Includes(technique.Name) || technique == group.First())]));
        }

        return true;
    }

    // Each round runs all of them, beginning with another one.
    private async Task<IEnumerable<ContentionMeasurement>> MeasureAsync(ContentionRound round, Arrivals arrivals, ContendingTechnique[] compared)
    {
        List<ContentionSample>[] samples = [.. compared.Select(_ => new List<ContentionSample>())];
        int rounds = arguments.Rounds ?? (arguments.IsQuick ? QuickRounds : Rounds);
        for (int i = -1; i < rounds; i++)
        {
            for (int j = 0; j < compared.Length; j++)
            {
                int at = (i + 1 + j) % compared.Length;
                ContentionSample sample = await round.RunAsync(compared[at], arrivals);
                // The first round warms everything up.
                if (i >= 0)
                    samples[at].Add(sample);
            }
        }

        return compared.Select((technique, at) => ContentionMeasurement.Of(arrivals.Name, technique, samples[at], at == 0 ? null : samples[0]));
    }
}
