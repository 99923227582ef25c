using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;
using TestServers.Clusters;
#if CONNECTORNET
using MySql.Data.MySqlClient;
#else
using MySqlConnector;
#endif

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>What the members of a group or of a Galera cluster say about it.</summary>
/// <param name="members">The members.</param>
/// <param name="isGalera">Whether it is Galera.</param>
public sealed class ClusterState(IReadOnlyList<ClusterMember> members, bool isGalera)
{
    private static readonly TimeSpan ToComeBack = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    // Two joins that fail, and one more: a member gives up after a minute.
    private static readonly TimeSpan ToJoin = TimeSpan.FromSeconds(200);

    private const string OfGroup = "performance_schema.replication_group_members WHERE MEMBER_STATE='ONLINE'";
    private const string OfGalera = "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME=";

    /// <summary>Waits until every member sees all of them and takes statements. One that was expelled comes back by itself, or is started again: on a busy machine a member that works may be taken for one that has failed.</summary>
    public async Task BecomeWholeAsync()
    {
        int[] seen = await SeenAsync(ToComeBack);
        foreach (ClusterMember member in members.Where(member => seen[member.Number - 1] < seen.Max()))
        {
            member.Kill();
            await RestartAsync(member);
        }

        seen = await SeenAsync(Patience);
        Assert.True(IsWhole(seen), $"The cluster is not whole: its members see {string.Join(", ", seen)} of them.");
    }

    /// <summary>Starts a member again that was ended. One that finds the others before they have given it up is sent away, and tries again.</summary>
    /// <exception cref="ServerUnavailableException">It does not join; the message says what the others see.</exception>
    public async Task RestartAsync(ClusterMember member)
    {
        for (long started = Stopwatch.GetTimestamp(); ; await Task.Delay(TimeSpan.FromSeconds(5)))
        {
            try
            {
                await member.RestartAsync();
                return;
            }
            catch (ServerUnavailableException exception)
            {
                member.Kill();
                if (Stopwatch.GetElapsedTime(started) > ToJoin)
                    throw new ServerUnavailableException($"{string.Join("; ", await Task.WhenAll(members.Select(DescribeAsync)))}. {exception.Message}", exception);
            }
        }
    }

    /// <summary>The member that takes changes: the primary of a group, or the one of a Galera cluster on which a transaction of a client is open.</summary>
    public async Task<ClusterMember> WrittenAsync()
    {
        if (!isGalera)
        {
            string primary = await QueryAsync(members[0], $"SELECT MEMBER_HOST FROM {OfGroup} AND MEMBER_ROLE='PRIMARY'");
            return members.Single(member => member.KnownHost == primary);
        }

        string[] open = await Task.WhenAll(members.Select(member => QueryAsync(
            member, "SELECT COUNT(*) FROM information_schema.INNODB_TRX t JOIN information_schema.PROCESSLIST p ON p.ID=t.trx_mysql_thread_id WHERE p.DB IS NOT NULL")));
        return members[Assert.Single(Enumerable.Range(0, members.Count), member => open[member] != "0")];
    }

    /// <summary>Lets a context's session wait until everything is there that the cluster has accepted.</summary>
    /// <exception cref="InvalidOperationException">Its member does not take part in the cluster: it would answer without waiting.</exception>
    public async Task WaitAsync(ModelContext context)
    {
        string takesPart = Convert.ToString((await TestDatabase.QueryAsync(context, isGalera ? $"{OfGalera}'WSREP_READY'" : $"SELECT COUNT(*) FROM {OfGroup} AND MEMBER_ID=@@server_uuid"))[0][0], CultureInfo.InvariantCulture)!;
        if (takesPart is not ("ON" or "1"))
            throw new InvalidOperationException("The member does not take part in the cluster.");
        await TestDatabase.ExecuteAsync(context, isGalera ? "SET SESSION wsrep_sync_wait=1" : "SET SESSION group_replication_consistency='BEFORE'");
    }

    /// <summary>How many members each of them sees, once all see all of them or the time is over. None if it takes no statements.</summary>
    private async Task<int[]> SeenAsync(TimeSpan limit)
    {
        string query = isGalera ? $"{OfGalera}'WSREP_CLUSTER_SIZE' AND ({OfGalera}'WSREP_READY')='ON'" : $"SELECT COUNT(*) FROM {OfGroup}";
        for (long started = Stopwatch.GetTimestamp(); ; await Task.Delay(200))
        {
            int[] seen = await Task.WhenAll(members.Select(async member => int.TryParse(await QueryAsync(member, query), CultureInfo.InvariantCulture, out int count) ? count : 0));
            if (IsWhole(seen) || Stopwatch.GetElapsedTime(started) > limit)
                return seen;
        }
    }

    private async Task<string> DescribeAsync(ClusterMember member)
    {
        string seen = await QueryAsync(member, isGalera ? $"{OfGalera}'WSREP_CLUSTER_STATUS'"
            : "SELECT GROUP_CONCAT(MEMBER_HOST, ' ', MEMBER_STATE SEPARATOR ', ') FROM performance_schema.replication_group_members");
        return $"Member {member.Number} sees: {seen}";
    }

    private bool IsWhole(int[] seen) => seen.All(count => count == members.Count);

    private static async Task<string> QueryAsync(ClusterMember member, string query)
    {
        try
        {
            await using MySqlConnection connection = new($"{member.Server.ConnectionString};Pooling=False;Connection Timeout=2;Default Command Timeout=2");
            await connection.OpenAsync();
            await using MySqlCommand command = new(query, connection);
            return Convert.ToString(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture)!;
        }
        catch (MySqlException exception)
        {
            return exception.Message;
        }
    }
}
