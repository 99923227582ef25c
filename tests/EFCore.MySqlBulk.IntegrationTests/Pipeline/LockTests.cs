using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A row that another session has locked: the statements in flight behind it must not be committed by themselves.</summary>
[BothServers]
public abstract class LockTests(Servers servers, ServerKind kind)
{
    private const int Rows = 500;
    private const int Contended = 150;
    private const int First = 50;

    [Theory]
    [ClassData<Jobs>]
    public async Task A_deadlocks_victim_stores_nothing_and_is_made_again_as_a_whole(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await IsMadeAgainAsync(trial, job, isAsync);
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task So_does_one_with_a_transaction_interceptor(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, configure: context => context.AddInterceptors(new SeenTransactions()));
        await IsMadeAgainAsync(trial, job, isAsync);
    }

    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task A_deadlocks_victim_that_was_a_stream_stores_nothing()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, Rows);
        await using Rival rival = await LockWait.RivalAsync(trial, Job.Execute, Contended);
        Task<BulkOperationException> failing = Assert.ThrowsAsync<BulkOperationException>(() => trial.Context.BulkExecuteRawAsync(
            trial.Tickets.Where(_ => true),
            "UPDATE tickets SET Name = {0} WHERE Id = {1}",
            ticket => (ticket.Name, ticket.Id),
            new() { Strategy = BulkStrategy.PipelinedArrayBatch }));
        await LockWait.ReachedAsync(trial, failing);

        await rival.TouchAsync(First);
        BulkOperationException failure = await failing;
        await rival.RollbackAsync();

        Assert.Equal((1213, true, 0L), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        Assert.False(await trial.IsWholeOrNothingAsync());
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [InlineData(Job.Insert, true, true)]
    [InlineData(Job.Insert, false, false)]
    [InlineData(Job.Update, false, true)]
    [InlineData(Job.Execute, true, true)]
    [InlineData(Job.Execute, true, false)]
    [InlineData(Job.Delete, false, true)]
    public async Task A_lock_that_is_waited_for_too_long_stores_nothing(Job job, bool isAsync, bool rollsBack)
    {
        ServerOptions impatient = new() { LockWaitTimeout = 1, RollbackOnTimeout = rollsBack };
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, options: impatient);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));
        await rival.RollbackAsync();

        Assert.Equal(1205, Trouble.Number(failure));
        Assert.False(await trial.IsWholeOrNothingAsync());
        await trial.LeavesNothingBehindAsync();
    }

    private static async Task IsMadeAgainAsync(Trial trial, Job job, bool isAsync)
    {
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);
        Task<BulkResult> run = trial.RunAsync(isAsync);
        await LockWait.ReachedAsync(trial, run);

        await rival.TouchAsync(First);

        // The second attempt waits where the first one did; the statements in flight behind the first have committed nothing.
        await LockWait.ReachedAsync(trial, run, attempt: 2);
        Assert.Equal(2, Assert.Single(trial.Proxy.Pipelines).Transactions);
        Assert.False(await trial.IsWholeOrNothingAsync());
        await rival.RollbackAsync();
        Assert.Equal(Rows, (await run).RowsAffected);
        await trial.IsStoredAsync();
        await trial.LeavesNothingBehindAsync(runsAgain: false);
    }
}
