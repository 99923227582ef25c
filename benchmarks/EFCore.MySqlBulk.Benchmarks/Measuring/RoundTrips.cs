using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>Counts the round trips of a run, in separate runs, because a relay between client and server costs time.</summary>
internal static class RoundTrips
{
    // The first runs open the connection, compile and cache.
    private const int RunsBefore = 3;

    /// <summary>Round trips by technique; empty if the server is not reached by host and port.</summary>
    public static async Task<IReadOnlyDictionary<TechniqueKind, int>> CountAsync(BenchDatabase database, string workloadName, int rows)
    {
        Dictionary<TechniqueKind, int> counts = [];
        if (ServerAddress.Of(database) is not { } server)
            return counts;
        await using CountingRelay relay = new(server.Host, server.Port);
        Workload workload = Workload.Create(workloadName, LoadedTable.RowsFor(rows), ServerAddress.Through(database, relay.Port));
        foreach (Technique technique in workload.Techniques.Where(t => RoundPlan.Compares(t.Kind, rows)))
            counts[technique.Kind] = await CountAsync(workload, technique, relay, rows);
        return counts;
    }

    private static async Task<int> CountAsync(Workload workload, Technique technique, CountingRelay relay, int rows)
    {
        int count = 0;
        for (int run = 1; run <= RunsBefore + 1; run++)
        {
            // Negative, so that an update finds values that differ from those of the measured runs.
            BenchUser[] users = await workload.PrepareAsync(rows, -run);
            await technique.PrepareAsync(users);
            int before = relay.RoundTrips;
            await technique.RunAsync(users);
            count = relay.RoundTrips - before;
            await technique.CleanUpAsync();
            await workload.VerifyAsync(users, technique);
        }
        return count;
    }
}
