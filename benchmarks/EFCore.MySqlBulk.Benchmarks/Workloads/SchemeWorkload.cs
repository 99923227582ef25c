using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>
/// The table as in the published report. It is recreated before each run, empty or with the rows to change, and with some that no scheme may touch.
/// </summary>
internal sealed class SchemeWorkload(BenchDatabase database, SchemeOperation operation, IReadOnlyList<Scheme> schemes) : Workload(database)
{
    /// <summary>The run number of the rows that are in the table at the start.</summary>
    public const int SeedRun = 0;

    private const int Untouched = 100;

    // Ages repeat after 70 runs: a run with the seed's ages would change nothing.
    private const int DistinctRuns = 69;

    public override string Name => operation.Name;

    public override int TableRows => 0;

    public override IReadOnlyList<Technique> Techniques => schemes;

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        if (operation.NeedsRows)
            await context.FillAsync("bench_users", UserRows.Keyed(count + Untouched, SeedRun));
        int distinct = 1 + (run % DistinctRuns);
        return operation.NeedsRows ? UserRows.Keyed(count, distinct) : UserRows.New(count, distinct);
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        BenchUser[] expected = [.. operation.Stored(users)];
        if (operation.NeedsRows)
            expected = [.. expected, .. UserRows.Keyed(users.Length + Untouched, SeedRun)[users.Length..]];
        await using BenchContext context = await Database.OpenAsync();
        List<BenchUser> stored = await StoredUsers.ReadAsync(context, expected.Length + 1);
        Require(stored.Count == expected.Length, technique, $"the table holds {stored.Count} rows instead of {expected.Length}");
        for (int i = 0; i < expected.Length; i++)
        {
            bool same = UserRows.SameValues(expected[i], stored[i]) && (!operation.NeedsRows || expected[i].Id == stored[i].Id);
            Require(same, technique, $"row {i} is stored with other values");
        }
    }
}
