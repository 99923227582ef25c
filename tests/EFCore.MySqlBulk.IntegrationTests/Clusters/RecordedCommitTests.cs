#if !CONNECTORNET
using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>The member that a call uses fails during <c>COMMIT</c>: where the rows cannot tell whether they are stored, the record of the commit can.</summary>
[Collection(OneClusterAtATime.Name)]
[OnlyInFullRuns("A server alone has no other one.")]
public abstract class RecordedCommitTests(Cluster cluster)
{
    private const int Rows = 3_000;

    [Theory]
    [InlineData(Failure.Killed)]
    [InlineData(Failure.Frozen)]
    public async Task An_update_whose_commit_is_not_answered_is_settled_on_another_member(Failure failure)
    {
        await using FailedMember failed = new(cluster, failure);
        TestDatabase database = await cluster.EmptyWithDecisionsAsync();
        List<Ticket> tickets = Tickets.New(Rows);
        await using (ModelContext first = Open(database))
            await first.BulkInsertAsync(tickets, cancellationToken: Token);
        await cluster.SeenByAllAsync(database, Rows);
        tickets.ForEach(ticket => ticket.Score = -ticket.Token);
        await using ModelContext context = Open(database, new OnceBeforeCommit(failed.FailAsync));

        BulkResult updated = await context.BulkUpdateAsync(tickets, cancellationToken: Token);

        Assert.Equal(Rows, updated.RowsUpdated);
        await failed.BackAsync();
        await using ModelContext reader = cluster.Context(database, [0], "Pooling=False");
        await reader.Database.OpenConnectionAsync(Token);
        await cluster.State.WaitAsync(reader);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(reader));
    }

    [Fact]
    public async Task Records_of_ended_processes_are_deleted_there_too()
    {
        await using TestDatabase database = await cluster.EmptyWithDecisionsAsync();
        await using ModelContext context = cluster.Context(database, [0]);
        await context.BulkInsertAsync(Tickets.New(10), cancellationToken: Token);
        await using ModelContext recording = Open(database);
        await recording.BulkInsertAsync(Tickets.New(10, 11), cancellationToken: Token);
        Assert.Equal(1, await Decisions.CountAsync(database));

        Assert.Empty(await recording.EndUnfinishedBulkCallsAsync(TimeSpan.Zero, Token));

        Assert.Equal(0, await Decisions.CountAsync(database));
    }

    private ModelContext Open(TestDatabase database, params IInterceptor[] interceptors)
        => cluster.Recording(database, "LoadBalance=RoundRobin;Connection Timeout=3;Default Command Timeout=5", mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromSeconds(1), null), interceptors);
}

public sealed class GroupRecordedCommitTests(Group cluster) : RecordedCommitTests(cluster), IClassFixture<Group>;

public sealed class GaleraRecordedCommitTests(GaleraCluster cluster) : RecordedCommitTests(cluster), IClassFixture<GaleraCluster>;
#endif
