using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>Runs all techniques in turn, round after round, so that a slow minute of the machine affects all of them. Each round starts with another technique.</summary>
internal sealed class RoundRobin(BenchDatabase database, Workload workload, Arguments arguments, CancellationToken token)
{
    private const int SettleFromRows = 1_000;

    private int _run;

    public async Task<IReadOnlyList<Series>> MeasureAsync(int rows, RoundPlan plan)
    {
        Technique[] techniques = TakingPart(rows, plan);
        for (int round = 0; round < plan.WarmUps; round++)
            await RoundAsync(techniques, round, t => plan.WarmUpRows(t, rows));
        Dictionary<Technique, List<Sample>> samples = techniques.ToDictionary(t => t, _ => new List<Sample>());
        for (int round = 0; round < plan.Rounds; round++)
        {
            Technique[] taking = [.. techniques.Where(t => round < plan.RoundsOf(t))];
            foreach ((Technique technique, Sample sample) in await RoundAsync(taking, round, _ => rows))
                samples[technique].Add(sample);
        }
        return [.. techniques.Select(t => new Series(t, samples[t]))];
    }

    /// <summary>The most memory that each technique needs, in runs that are not timed.</summary>
    public async Task<IReadOnlyDictionary<TechniqueKind, long>> PeaksAsync(int rows, RoundPlan plan)
    {
        Dictionary<TechniqueKind, long> peaks = [];
        foreach (Technique technique in TakingPart(rows, plan))
            peaks[technique.Kind] = await RunAsync(technique, rows, PeakMemory.MeasureAsync);
        return peaks;
    }

    private Technique[] TakingPart(int rows, RoundPlan plan) =>
        [.. workload.Techniques.Where(t => RoundPlan.Compares(t.Kind, rows) && plan.RoundsOf(t) > 0 && (t.IsBaseline || arguments.Includes(t.Name)))];

    private async Task<List<(Technique Technique, Sample Sample)>> RoundAsync(Technique[] techniques, int round, Func<Technique, int> rowsOf)
    {
        List<(Technique, Sample)> samples = [];
        for (int i = 0; i < techniques.Length; i++)
        {
            Technique technique = techniques[(i + round) % techniques.Length];
            samples.Add((technique, await RunAsync(technique, rowsOf(technique), Clock.MeasureAsync)));
        }
        return samples;
    }

    private async Task<T> RunAsync<T>(Technique technique, int rows, Func<Technique, BenchUser[], Task<T>> measure)
    {
        token.ThrowIfCancellationRequested();
        BenchUser[] users = await workload.PrepareAsync(rows, ++_run);
        await technique.PrepareAsync(users);
        if (rows >= SettleFromRows)
            await Purge.SettleAsync(database);
        T measured = await measure(technique, users);
        await technique.CleanUpAsync();
        if (technique.RowsAffected is { } affected && affected != users.Length)
            throw new WrongOutcomeException($"{technique.Name}: {affected} rows affected instead of {users.Length}");
        await workload.VerifyAsync(users, technique);
        return measured;
    }
}
