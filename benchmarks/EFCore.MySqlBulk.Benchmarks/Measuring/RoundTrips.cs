using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>Counts round trips of a run, in runs of their own: a relay between client and server costs time.</summary>
internal static class RoundTrips
{
    // The first runs open the connection, compile and cache.
    private const int RunsBefore = 3;

    private static readonly string[] ServerKeys = ["Server", "Host", "Data Source", "DataSource"];

    /// <summary>Round trips by technique; empty where the server is not reached by host and port.</summary>
    public static async Task<IReadOnlyDictionary<TechniqueKind, int>> CountAsync(BenchDatabase database, string workloadName, int rows)
    {
        Dictionary<TechniqueKind, int> counts = [];
        DbConnectionStringBuilder connection = new() { ConnectionString = database.ConnectionString };
        if (HostOf(connection) is not { } host)
            return counts;
        await using CountingRelay relay = new(host, PortOf(connection));
        connection[ServerKey(connection)] = "127.0.0.1";
        connection["Port"] = relay.Port;
        Workload workload = Workload.Create(workloadName, database.Through(connection.ConnectionString));
        foreach (Technique technique in workload.Techniques.Where(t => RoundPlan.Compares(t.Kind, rows)))
            counts[technique.Kind] = await CountAsync(workload, technique, relay, rows);
        return counts;
    }

    private static async Task<int> CountAsync(Workload workload, Technique technique, CountingRelay relay, int rows)
    {
        int count = 0;
        for (int run = 1; run <= RunsBefore + 1; run++)
        {
            // Negative, so that an update finds other values than those of the measured runs.
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

    private static string ServerKey(DbConnectionStringBuilder connection) =>
        ServerKeys.FirstOrDefault(connection.ContainsKey) ?? "Server";

    private static string? HostOf(DbConnectionStringBuilder connection) =>
        connection.TryGetValue(ServerKey(connection), out object? host) && host is string name && !name.Contains('/') ? name : null;

    private static int PortOf(DbConnectionStringBuilder connection) =>
        connection.TryGetValue("Port", out object? port) ? Convert.ToInt32(port, CultureInfo.InvariantCulture) : 3306;
}
