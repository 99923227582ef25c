using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>What is stored on one member of a cluster is on the others soon; a member that was killed or frozen comes back and has what it missed.</summary>
[OnlyInFullRuns("The other tests have one server each.")]
public abstract class StartedClusterTests(Cluster cluster)
{
    [Fact]
    public async Task Rows_reach_every_member_and_one_that_was_away()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await InsertAsync(database, first: 1);
        await cluster.SeenByAllAsync(database, 1_000);

        cluster.Members[2].Kill();
        await InsertAsync(database, first: 1_001);
        await cluster.Members[2].RestartAsync(Token);
        await cluster.SeenByAllAsync(database, 2_000);

        cluster.Members[1].Freeze();
        await Task.Delay(TimeSpan.FromSeconds(1), Token);
        cluster.Members[1].Resume();
        await InsertAsync(database, first: 2_001);
        await cluster.SeenByAllAsync(database, 3_000);
    }

    private static async Task InsertAsync(TestDatabase database, int first)
    {
        await using ModelContext context = database.Context();
        BulkResult inserted = await context.BulkInsertAsync(Tickets.New(1_000, first), cancellationToken: Token);
        Assert.Equal(1_000, inserted.RowsInserted);
    }
}

public sealed class StartedGroupTests(Group cluster) : StartedClusterTests(cluster), IClassFixture<Group>;

public sealed class StartedMultiPrimaryGroupTests(MultiPrimaryGroup cluster) : StartedClusterTests(cluster), IClassFixture<MultiPrimaryGroup>;

public sealed class StartedGaleraTests(GaleraCluster cluster) : StartedClusterTests(cluster), IClassFixture<GaleraCluster>;

public sealed class StartedMySqlReplicasTests(MySqlWithReplicas cluster) : StartedClusterTests(cluster), IClassFixture<MySqlWithReplicas>;

public sealed class StartedMariaDbReplicasTests(MariaDbWithReplicas cluster) : StartedClusterTests(cluster), IClassFixture<MariaDbWithReplicas>;
