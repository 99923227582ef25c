#if !CONNECTORNET
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using MySqlConnector;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters.Soak;

/// <summary>Writers make all calls while one member of the cluster after the other is killed, frozen or cut off: no call that ended well is lost, none is stored twice or by half, and none says what is not so.</summary>
[Collection(OneClusterAtATime.Name)]
[OnlyInFullRuns("Failover lets one member fail under one call.")]
public abstract class FailoverSoakTests(Cluster cluster)
{
    /// <summary>How many seconds it takes.</summary>
    private const string SecondsVariable = "MYSQLBULK_SOAK";

    private const int Writers = 6;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(180);

    [Fact]
    public async Task Calls_survive_and_are_stored_once()
    {
        int seconds = int.TryParse(Environment.GetEnvironmentVariable(SecondsVariable), CultureInfo.InvariantCulture, out int given) ? given : 30;
        // It goes with the cluster, whose first member may take no changes at the end.
        TestDatabase database = await cluster.EmptyWithDecisionsAsync();
        SoakLedger ledger = new();
        Disturber disturber = new(cluster, takesTurns: cluster.IsWrittenEverywhere);
        SoakWriter[] writers = [.. Enumerable.Range(1, Writers).Select(number => new SoakWriter(number, number % 2 == 0, () => Open(database, recordsCommits: number % 2 == 0), (from, to) => StoredAsync(database, from, to), ledger))];
        using CancellationTokenSource end = new(TimeSpan.FromSeconds(seconds));

        try
        {
            Task disturbing = disturber.RunAsync(end.Token);
            await Task.WhenAll(writers.Select(writer => Task.Run(() => writer.RunAsync(end.Token), Token)));
            await disturbing;
            foreach (SoakWriter writer in writers)
                await writer.CheckAsync("at the end");
        }
        finally
        {
            TestContext.Current.TestOutputHelper!.WriteLine($"{GetType().Name}\n{ledger}{string.Join('\n', disturber.Done)}");
        }

        Assert.True(ledger.Violations.IsEmpty, string.Join('\n', ledger.Violations));
    }

    private ModelContext Open(TestDatabase database, bool recordsCommits)
    {
        const string Settings = "LoadBalance=RoundRobin;Connection Timeout=3;Default Command Timeout=20";
        return recordsCommits ? cluster.Recording(database, Settings, Retrying) : cluster.Context(database, [0, 1, 2], Settings, Retrying);

        static void Retrying(MySqlDbContextOptionsBuilder mySql) => mySql.EnableRetryOnFailure(6, TimeSpan.FromSeconds(1), [0]);
    }

    private async Task<Dictionary<int, (string Name, double Score)>> StoredAsync(TestDatabase database, int from, int to)
    {
        for (DateTime limit = DateTime.UtcNow + Patience; ; await Task.Delay(200))
        {
            try
            {
                await using ModelContext context = cluster.Context(database, [0, 1, 2], "LoadBalance=RoundRobin;Pooling=False;Connection Timeout=3;Default Command Timeout=6");
                await context.Database.OpenConnectionAsync();
                await cluster.State.WaitAsync(context);
                return await context.Set<Ticket>().AsNoTracking().Where(ticket => ticket.Token >= from && ticket.Token < to).OrderBy(ticket => ticket.Token)
                    .ToDictionaryAsync(ticket => ticket.Token, ticket => (ticket.Name, ticket.Score));
            }
            catch (Exception exception) when (DateTime.UtcNow < limit && exception is MySqlException or InvalidOperationException)
            {
                // This member is away, or not in step with the others.
            }
        }
    }
}

public sealed class GroupSoakTests(SeparableGroup cluster) : FailoverSoakTests(cluster), IClassFixture<SeparableGroup>;

public sealed class GaleraSoakTests(SeparableGalera cluster) : FailoverSoakTests(cluster), IClassFixture<SeparableGalera>;
#endif
