using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Clusters;

/// <summary>One server or a group: where rows are written, and where they are stored then.</summary>
internal sealed class BenchPlace : IAsyncDisposable
{
    // Reading millions of rows for a check takes longer than the usual half minute.
    private const int CommandTimeout = 600;
    private const int AppliedWithinSeconds = 600;
    private const int SecondsOfOneWait = 60;

    private BenchPlace(string name, IReadOnlyList<BenchDatabase> members, bool isOwn)
    {
        Name = name;
        Members = members;
        IsOwn = isOwn;
    }

    public string Name { get; }

    /// <summary>The database on each server; the first one is written to, and owned.</summary>
    public IReadOnlyList<BenchDatabase> Members { get; }

    public BenchDatabase Primary => Members[0];

    /// <summary>Whether its servers were started for the run, and so are not anybody else's.</summary>
    public bool IsOwn { get; }

    public static async Task<BenchPlace> CreateAsync(string name, IReadOnlyList<string> connections, bool isOwn)
    {
        BenchDatabase primary = await BenchDatabase.CreateAsync(With(connections[0], "Default Command Timeout", CommandTimeout));
        string database = (string)new DbConnectionStringBuilder { ConnectionString = primary.ConnectionString }["Database"];
        BenchPlace place = new(name, [primary, .. connections.Skip(1).Select(each => primary.Through(With(With(each, "Database", database), "Default Command Timeout", CommandTimeout)))], isOwn);
        await place.AppliedAsync();
        return place;
    }

    /// <summary>Waits until every server has what the first one has committed.</summary>
    /// <exception cref="WrongOutcomeException">A server has left the group, or does not get that far.</exception>
    public async Task AppliedAsync()
    {
        if (Members.Count == 1)
            return;
        string committed = await AskAsync(Primary, "SELECT @@GLOBAL.gtid_executed");
        foreach (BenchDatabase member in Members.Skip(1))
            await AppliedAsync(member, committed);
        string online = await AskAsync(Primary, "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'");
        if (online != $"{Members.Count}")
            throw new WrongOutcomeException($"{Name}: {online} of {Members.Count} servers are online.");
    }

    /// <summary>Removes the binary logs, which would fill the disk, from servers that were started for the run.</summary>
    public async Task TidyAsync()
    {
        foreach (BenchDatabase member in IsOwn ? Members : [])
            await BinaryLogs.RemoveAsync(member);
    }

    public ValueTask DisposeAsync() => Primary.DisposeAsync();

    /// <summary>A connection string with another value of one key.</summary>
    public static string With(string connection, string key, object value) => new DbConnectionStringBuilder { ConnectionString = connection, [key] = value }.ConnectionString;

    private async Task AppliedAsync(BenchDatabase member, string committed)
    {
        long started = Stopwatch.GetTimestamp();
        // The database may not be there yet, so the wait is in none.
        BenchDatabase server = member.Through(With(member.ConnectionString, "Database", ""));
        while (await AskAsync(server, $"SELECT WAIT_FOR_EXECUTED_GTID_SET('{committed}', {SecondsOfOneWait})") != "0")
        {
            if (Stopwatch.GetElapsedTime(started).TotalSeconds > AppliedWithinSeconds)
                throw new WrongOutcomeException($"{Name}: a server has not applied within {AppliedWithinSeconds} s what the first one has committed.");
        }
    }

    private static async Task<string> AskAsync(BenchDatabase database, string sql)
    {
        await using BenchContext context = await database.OpenAsync();
        return await context.TextAsync(sql);
    }
}
