using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using TestServers;
using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>A cluster for the tests of a class.</summary>
public abstract class Cluster(ClusterKind kind, int members = 3, bool canBeCutOff = false) : IAsyncLifetime
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private TestCluster? _servers;
    private ServerVersion? _version;

    public IReadOnlyList<ClusterMember> Members => _servers!.Members;

    /// <summary>Whether all members take changes.</summary>
    public bool IsWrittenEverywhere => kind is ClusterKind.Galera or ClusterKind.MultiPrimaryGroup;

    private bool IsGroup => kind is ClusterKind.GroupReplication or ClusterKind.MultiPrimaryGroup;

    /// <summary>Why its members cannot be cut off from each other; null if they can.</summary>
    public string? WhyNotCutOff { get; private set; }

    public async ValueTask InitializeAsync()
    {
        if (!TestCluster.IsPossible)
            return;
        WhyNotCutOff = canBeCutOff ? await TestCluster.WhyNotCutOffAsync(TestContext.Current.CancellationToken) : "Its members share a network.";
        _servers = await TestCluster.StartAsync(
            kind, members, WhyNotCutOff is null, new ServerOptions { SurvivesPowerCut = false, PerformanceSchema = true }, cancellationToken: TestContext.Current.CancellationToken);
        _version = await ServerVersion.AutoDetectAsync(Members[0].Server.ConnectionString);
    }

    public ValueTask DisposeAsync()
    {
        _servers?.Dispose();
        GC.SuppressFinalize(this);
        return default;
    }

    /// <summary>What the members say about their cluster.</summary>
    public ClusterState State => new(Members, kind == ClusterKind.Galera);

    /// <summary>A member as a server for tests.</summary>
    public RunningServer Of(int member) => new(Members[member].Server, _version!) { IsOfGroup = IsGroup };

    /// <summary>An empty table of tickets, once every member has it.</summary>
    public async Task<TestDatabase> EmptyAsync()
    {
        SkipIfImpossible();
        if (IsGroup || kind == ClusterKind.Galera)
            await State.BecomeWholeAsync();
        TestDatabase database = await Of(await WrittenAsync()).CreateAsync(Tickets.Model);
        await SeenByAllAsync(database, 0);
        return database;
    }

    protected static void SkipIfImpossible() => Assert.SkipUnless(TestCluster.IsPossible, "A cluster needs the packages of Debian or Ubuntu.");

    /// <summary>A member that takes changes, from 0 on: in a group the first one may have failed since.</summary>
    public async Task<int> WrittenAsync() => kind == ClusterKind.GroupReplication ? (await State.WrittenAsync()).Number - 1 : 0;

    /// <summary>An empty table of tickets and one of decisions, once every member has both.</summary>
    public async Task<TestDatabase> EmptyWithDecisionsAsync()
    {
        TestDatabase database = await EmptyAsync();
        await database.ExecuteAsync(Decisions.Creation);
        await SeenByAllAsync(database, $"SELECT COUNT(*) AS Value FROM {Decisions.Table}", 0);
        return database;
    }

    /// <summary>Waits until a query has a result on every member.</summary>
    public Task SeenByAllAsync(TestDatabase database, string count, int result) => SeenByAllAsync(database, context => context.Database.SqlQueryRaw<long>(count).SingleAsync(Token), result);

    /// <summary>Waits until every member has a number of tickets.</summary>
    public Task SeenByAllAsync(TestDatabase database, int rows) => SeenByAllAsync(database, context => context.Set<Ticket>().LongCountAsync(Token), rows);

    private async Task SeenByAllAsync(TestDatabase database, Func<ModelContext, Task<long>> count, int rows)
    {
        foreach (ClusterMember member in Members)
        {
            string seen = "";
            for (long started = Stopwatch.GetTimestamp(); seen != rows.ToString(CultureInfo.InvariantCulture); await Task.Delay(20, Token))
            {
                Assert.True(Stopwatch.GetElapsedTime(started) < Patience, $"Member {member.Number}: {seen}");
                try
                {
                    await using ModelContext context = Context(database, [member.Number - 1]);
                    seen = (await count(context)).ToString(CultureInfo.InvariantCulture);
                }
                catch (DbException exception)
                {
                    // The database, or its table, is not there yet.
                    seen = exception.Message;
                }
                catch (InvalidOperationException exception) when (exception.InnerException is DbException inner)
                {
                    seen = inner.Message;
                }
            }
        }
    }

    /// <summary>A context on a database whose connection string lists members.</summary>
    /// <param name="database">The database.</param>
    /// <param name="members">The members, from 0 on.</param>
    /// <param name="more">More of the connection string.</param>
    /// <param name="provider">Settings of the provider.</param>
    /// <param name="interceptors">The context's interceptors.</param>
    public ModelContext Context(TestDatabase database, IEnumerable<int> members, string more = "", Action<MySqlDbContextOptionsBuilder>? provider = null, params IInterceptor[] interceptors)
    {
        string connectionString = ConnectionString(database, members, more);
        return database.Context(options => options.UseMySql(connectionString, database.Server.Version, provider).UseMySqlBulk().AddInterceptors(interceptors));
    }

    /// <summary>A context that records its commits.</summary>
    public ModelContext Recording(TestDatabase database, string more, Action<MySqlDbContextOptionsBuilder> provider, params IInterceptor[] interceptors)
    {
        string connectionString = ConnectionString(database, Enumerable.Range(0, Members.Count), more);
        return database.Context(options => options.UseMySql(connectionString, database.Server.Version, provider)
            .UseMySqlBulk(bulk => bulk.DecisionTable(Decisions.Table).RecordCommits()).AddInterceptors(interceptors));
    }

    private string ConnectionString(TestDatabase database, IEnumerable<int> members, string more)
    {
        DbConnectionStringBuilder settings = new() { ConnectionString = $"{database.ConnectionString};{more}" };
#if CONNECTORNET
        // It knows no other way to choose than one at random.
        settings.Remove("LoadBalance");
        string[] hosts = [.. members.Select(member => Members[member].Host)];
        // A list, also of one host with its port, is kept for the whole process, and hosts that failed are not tried for a while.
        settings["Server"] = hosts is [var only] ? only : string.Join(',', hosts.Select(host => $"{host}:{settings["Port"]}"));
#else
        settings["Server"] = string.Join(',', members.Select(member => Members[member].Host));
#endif
        return settings.ConnectionString;
    }
}

/// <summary>Group Replication with one primary, the first member.</summary>
public sealed class Group() : Cluster(ClusterKind.GroupReplication);

/// <summary>Group Replication whose members are all written to.</summary>
public sealed class MultiPrimaryGroup() : Cluster(ClusterKind.MultiPrimaryGroup);

/// <summary>Group Replication with one primary, whose members can be cut off where this machine allows it.</summary>
public sealed class SeparableGroup() : Cluster(ClusterKind.GroupReplication, canBeCutOff: true);

/// <summary>Galera, whose members are all written to.</summary>
public sealed class GaleraCluster() : Cluster(ClusterKind.Galera);

/// <summary>Galera whose members can be cut off where this machine allows it.</summary>
public sealed class SeparableGalera() : Cluster(ClusterKind.Galera, canBeCutOff: true);

/// <summary>MySQL with two replicas.</summary>
public sealed class MySqlWithReplicas() : Cluster(ClusterKind.MySqlReplicas);

/// <summary>MariaDB with two replicas.</summary>
public sealed class MariaDbWithReplicas() : Cluster(ClusterKind.MariaDbReplicas);
