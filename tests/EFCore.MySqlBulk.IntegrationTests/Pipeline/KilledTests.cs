using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Somebody kills the statement, the connection or the server.</summary>
[BothServers]
public abstract class KilledTests(Servers servers, ServerKind kind)
{
    private const int Rows = 500;
    private const int Contended = 150;

    [Theory]
    [ClassData<EachJob>]
    public async Task A_killed_statement_takes_the_batch_with_it(Job job, bool isAsync)
    {
        BulkOperationException failure = await KilledAsync(job, isAsync, "KILL QUERY");
        Assert.Equal((1317, "70100"), (Trouble.Number(failure), Assert.IsAssignableFrom<System.Data.Common.DbException>(failure.InnerException).SqlState));
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_killed_connection_takes_the_batch_with_it(Job job, bool isAsync)
        => Assert.True((await KilledAsync(job, isAsync, "KILL CONNECTION")).TransactionLost);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_server_that_dies_is_an_error(bool isAsync)
    {
        TestServer server = await TestServer.StartAsync(kind);
        TestDatabase database = await new RunningServer(server, await ServerVersion.AutoDetectAsync(server.ConnectionString)).CreateAsync(Tickets.Model);
        await using FaultProxy proxy = new(database.ConnectionString, Faults.Meanwhile(server.Dispose, (link, packet) => packet.ToServer && link.BytesToServer > 20_000));
        await using ModelContext context = database.Context(proxy, Trial.Plain);
        List<Ticket> tickets = Tickets.New(20_000);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Task.Run(
            () => context.InsertAsync(isAsync, tickets, new() { Strategy = BulkStrategy.PipelinedArrayBatch })).WaitAsync(TimeSpan.FromSeconds(30)));

        Assert.True(failure.TransactionLost);
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
    }

    private async Task<BulkOperationException> KilledAsync(Job job, bool isAsync, string kill)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);
        Task<BulkOperationException> failing = Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));
        await LockWait.ReachedAsync(trial, failing);

        await trial.Database.ExecuteAsync($"{kill} {trial.Pipeline.ThreadId}");
        BulkOperationException failure = await failing;
        await rival.RollbackAsync();

        Assert.False(await trial.IsWholeOrNothingAsync());
        await trial.LeavesNothingBehindAsync();
        return failure;
    }
}
