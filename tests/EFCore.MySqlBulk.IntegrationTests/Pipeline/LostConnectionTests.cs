using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A connection that ends at any moment leaves all rows or none, and the caller is told which, if that can be known.</summary>
[BothServers]
public abstract class LostConnectionTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;

    // What comes before takes less; all rows take more.
    private const int Underway = 8_000;

    // Of ten. Every fault, in requests and in answers.
    private static readonly int[] Moments = FullRun.IsAsked ? [.. Enumerable.Range(0, 10)] : [1, 3, 6, 8];

    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(2);

    [Theory]
    [InlineData(Job.Insert, true)]
    [InlineData(Job.Execute, false)]
    [InlineData(Job.InsertLists, true)]
    [InlineData(Job.UpdateLists, false)]
    public async Task Ten_moments_to_lose_a_connection(Job job, bool isAsync)
    {
        (long toServer, long toClient) = await BytesAsync(job);
        Random random = new(Rows);
        foreach (int moment in Moments)
        {
            bool inRequests = moment % 2 == 0;
            double share = (moment + random.NextDouble()) / 10;
            Fault fault = (moment % 3) switch { 0 => Fault.ResetBefore, 1 => Fault.ResetMidway, _ => Fault.CloseAfter };
            await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, Faults.Once(
                fault,
                (link, packet) => packet.ToServer == inRequests
                    && (inRequests ? link.BytesToServer >= toServer * share : link.BytesToClient >= toClient * share)));

            Exception? failure = await Record.ExceptionAsync(() => trial.RunAsync(isAsync));

            // Closing after the last answer cannot break anything.
            bool isStored = await trial.IsWholeOrNothingAsync();
            if (failure is null)
                Assert.True(isStored);
            else if (!Assert.IsType<BulkOperationException>(failure).Message.Contains("not known", StringComparison.OrdinalIgnoreCase))
                Assert.False(isStored, $"moment {moment}: {failure.Message}");
            await trial.LeavesNothingBehindAsync(runsAgain: !isStored);
        }
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_connection_that_is_reset_in_the_middle_leaves_nothing(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(
            servers, kind, job, Rows, Faults.Once(Fault.ResetMidway, (link, packet) => !packet.ToServer && link.BytesToServer > Underway));

        BulkOperationException failure = await trial.FailsAsync<BulkOperationException>(isAsync);

        Assert.True(failure.TransactionLost);
        Assert.Null(failure.RowIndex);
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [ClassData<EachJob>]
    public Task A_server_that_closes_the_connection_before_the_first_flight_has_stored_nothing(Job job, bool isAsync)
    {
        int happened = 0;
        return FarewellAsync(job, isAsync, new()
        {
            // The last packet that the driver reads before the first flight.
            OnPacket = (link, packet) => !packet.ToServer && link is { Transactions: 1, IsPipeline: false } && IsInTransaction(packet) && Interlocked.Exchange(ref happened, 1) == 0 ? Fault.Farewell : Fault.None,
        });
    }

    [Theory]
    [ClassData<EachJob>]
    public Task A_server_that_closes_the_connection_during_a_flight_has_stored_nothing(Job job, bool isAsync)
        => FarewellAsync(job, isAsync, Faults.Once(Fault.Farewell, (link, packet) => !packet.ToServer && link.BytesToServer > Underway));

    [Theory]
    [ClassData<EachJob>]
    public async Task A_commit_that_never_reached_the_server_has_stored_nothing(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, 500, Faults.Once(Fault.ResetBefore, (_, packet) => packet.IsCommit));

        BulkOperationException failure = await trial.FailsAsync<BulkOperationException>(isAsync);

        Assert.True(failure.TransactionLost);
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [ClassData<EachJob>]
    public Task A_commit_whose_answer_is_lost_is_looked_up_if_the_rows_can_tell(Job job, bool isAsync) => CommitAsync(job, isAsync, Fault.ResetBefore);

    // The session cannot be ended, so its COMMIT may still arrive after the rows have been looked up.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_commit_that_may_be_under_way_is_not_said_to_be_lost(bool isAsync)
    {
        bool isDown = false;
        FaultPolicy held = Faults.Once(Fault.Stall, (_, packet) => isDown |= packet.IsCommit);
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, 500, new()
        {
            OnPacket = (link, packet) => isDown && !link.IsPipeline && link.LastCommand is null ? Fault.Cut : held.OnPacket!(link, packet),
        });

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync, Soon));

        Assert.Contains("not known", failure.Message, StringComparison.Ordinal);
        Assert.True(failure.TransactionLost);
    }

    [Theory]
    [InlineData(Job.Insert, true)]
    [InlineData(Job.Insert, false)]
    [InlineData(Job.Execute, false)]
    [InlineData(Job.UpdateLists, true)]
    public Task A_commit_that_gets_no_answer_is_looked_up_if_the_rows_can_tell(Job job, bool isAsync) => CommitAsync(job, isAsync, Fault.Stall);

    [OnlyInFullRuns("The server behind a cut cable stops answering, too.")]
    [Theory]
    [ClassData<EachJob>]
    public async Task Answers_that_stop_coming_end_in_the_timeout(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(
            servers, kind, job, Rows, Faults.Once(Fault.Stall, (link, packet) => !packet.ToServer && link.BytesToServer > Underway));

        await trial.FailsAsync<BulkOperationException>(isAsync, Soon);

        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [InlineData(Job.Insert, true)]
    [InlineData(Job.Execute, false)]
    public async Task A_server_that_stops_reading_ends_in_the_timeout(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(
            servers, kind, job, 20_000, Faults.Once(Fault.Stall, (link, packet) => packet.ToServer && link.BytesToServer > Underway));

        await trial.FailsAsync<BulkOperationException>(isAsync, Soon);

        await trial.LeavesNothingBehindAsync();
    }

    // The network tells the server nothing: only a KILL over another connection ends its thread and releases its locks.
    [Theory]
    [InlineData(Job.Insert, true)]
    [InlineData(Job.Insert, false)]
    [InlineData(Job.Execute, true)]
    [InlineData(Job.Delete, false)]
    [InlineData(Job.InsertLists, true)]
    public async Task The_servers_thread_behind_a_cut_cable_is_ended_before_the_call_returns(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(
            servers, kind, job, Rows, Faults.Once(Fault.Cut, (link, packet) => !packet.ToServer && link.BytesToServer > Underway));

        await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync, Soon));

        Assert.Equal(0, await Threads.CountAsync(trial.Database, [trial.Pipeline]));
        Assert.False(await trial.IsWholeOrNothingAsync());
        await trial.LeavesNothingBehindAsync();
    }

    // An OK packet: its header, rows, last identifier and status.
    private static bool IsInTransaction(RelayedPacket packet) => packet.Payload.Span is [0, _, _, var status, ..] && (status & 0x01) != 0;

    private async Task FarewellAsync(Job job, bool isAsync, FaultPolicy policy)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, policy);

        BulkOperationException failure = await trial.FailsAsync<BulkOperationException>(isAsync);

        Assert.True(failure is { TransactionLost: true, Outcome: BulkOutcome.Nothing }, failure.ToString());
        await trial.LeavesNothingBehindAsync();
    }

    private async Task CommitAsync(Job job, bool isAsync, Fault fault)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, 500, Faults.Once(fault, (link, packet) => !packet.ToServer && link.IsCommitting));

        Exception? failure = await Record.ExceptionAsync(() => trial.RunAsync(isAsync, Soon));

        // The next update may have had the same effect.
        if (job is Job.Update or Job.UpdateLists or Job.Execute)
            Assert.Contains("not known", Assert.IsType<BulkOperationException>(failure).Message, StringComparison.Ordinal);
        else
            Assert.Null(failure);
        await trial.IsStoredAsync();
        await trial.LeavesNothingBehindAsync(runsAgain: false);
    }

    private async Task<(long ToServer, long ToClient)> BytesAsync(Job job)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await trial.RunAsync();
        return (trial.Pipeline.BytesToServer, trial.Pipeline.BytesToClient);
    }
}
