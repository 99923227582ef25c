using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Clusters;

/// <summary>The same rows, inserted into an empty table at several places.</summary>
internal sealed class PlacedWorkload(IReadOnlyList<BenchPlace> places, IReadOnlyList<Technique> techniques) : Workload(places[0].Primary)
{
    public override string Name => "insert";

    public override int TableRows => 0;

    public override IReadOnlyList<Technique> Techniques => techniques;

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        foreach (BenchPlace place in places)
        {
            await using (BenchContext context = await place.Primary.OpenAsync())
                await context.ExecuteAsync("TRUNCATE TABLE bench_users");
            // No server may still be busy with an earlier run.
            await place.AppliedAsync();
            await Purge.SettleAsync(place.Primary);
        }
        return UserRows.New(count, run);
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        BenchPlace place = ((PlacedInsert)technique).Place;
        await place.AppliedAsync();
        foreach (BenchDatabase member in place.Members)
            await InsertWorkload.VerifyAsync(member, users, technique);
    }
}
