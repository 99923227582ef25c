using EFCore.MySqlBulk.IntegrationTests.Clusters;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>Connections that are to commit together, in a cluster where they cannot.</summary>
[OnlyInFullRuns("A server alone is in no cluster.")]
public abstract class AtomicInClusterTests(Cluster cluster, string name)
{
    [Fact]
    public async Task The_call_is_refused_by_name_and_recovery_finds_nothing()
    {
        await using TestDatabase database = await cluster.EmptyWithDecisionsAsync();
        await using ModelContext context = database.Context(Decisions.Use);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(3_000), new() { Connections = 2, Atomic = true }, Token));

        Assert.Contains(name, refused.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.Empty(await context.FindUnfinishedBulkCallsAsync(Token));
        Assert.Equal(3_000, (await context.BulkInsertAsync(Tickets.New(3_000), new() { Connections = 2 }, Token)).RowsInserted);
    }
}

public sealed class AtomicInGroupTests(Group cluster) : AtomicInClusterTests(cluster, "Group Replication"), IClassFixture<Group>;

public sealed class AtomicInGaleraTests(GaleraCluster cluster) : AtomicInClusterTests(cluster, "Galera"), IClassFixture<GaleraCluster>;
