using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A batch that is cancelled or takes too long ends soon and leaves nothing on the server.</summary>
[BothServers]
public abstract class CancelledTests(Servers servers, ServerKind kind)
{
    private const int Rows = 500;
    private const int Contended = 150;

    public static TheoryData<Job> Every => [.. Enum.GetValues<Job>()];

    [Theory]
    [InlineData(Job.Insert)]
    [InlineData(Job.Execute)]
    public async Task A_batch_cancelled_before_it_begins_sends_nothing(Job job)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await trial.FailsAsync<OperationCanceledException>(token: new(canceled: true));
        Assert.Empty(trial.Proxy.Pipelines);
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [MemberData(nameof(Every))]
    public async Task A_batch_cancelled_while_it_is_sent_stores_nothing(Job job)
    {
        using CancellationTokenSource cancellation = new();
        await using Trial trial = await Trial.BeginAsync(
            servers, kind, job, 20_000, Faults.Meanwhile(cancellation.Cancel, (link, packet) => packet.ToServer && link.BytesToServer > 20_000));

        await trial.FailsAsync<OperationCanceledException>(token: cancellation.Token);

        await trial.HoldsNoLockAsync();
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [MemberData(nameof(Every))]
    public async Task A_batch_cancelled_while_it_waits_for_answers_stores_nothing(Job job)
    {
        using CancellationTokenSource cancellation = new();
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);
        Task<OperationCanceledException> failing = trial.FailsAsync<OperationCanceledException>(token: cancellation.Token);
        await LockWait.ReachedAsync(trial, failing);

        await cancellation.CancelAsync();
        await failing;

        await trial.HoldsNoLockAsync();
        await rival.RollbackAsync();
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [ClassData<EachJob>]
    public async Task A_batch_that_waits_too_long_times_out(Job job, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        await using Rival rival = await LockWait.RivalAsync(trial, job, Contended);

        await trial.FailsAsync<BulkOperationException>(isAsync, TimeSpan.FromSeconds(2));

        await trial.HoldsNoLockAsync();
        await rival.RollbackAsync();
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [InlineData(Job.Insert)]
    [InlineData(Job.Execute)]
    public async Task A_batch_cancelled_while_it_commits_reports_its_outcome(Job job)
    {
        using CancellationTokenSource cancellation = new();
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows, Faults.Meanwhile(cancellation.Cancel, (_, packet) => packet.IsCommit));

        Exception? failure = await Record.ExceptionAsync(() => trial.RunAsync(token: cancellation.Token));

        bool isStored = await trial.IsWholeOrNothingAsync();
        if (failure is null or OperationCanceledException)
            Assert.Equal(failure is null, isStored);
        else
            Assert.Contains("not known", Assert.IsType<BulkOperationException>(failure).Message, StringComparison.OrdinalIgnoreCase);
        await trial.LeavesNothingBehindAsync(runsAgain: !isStored);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_server_that_falls_silent_while_a_connection_is_made_is_waited_for_as_long_as_to_connect(bool hasSignedIn, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, Rows, more: "Connection Timeout=1");
        trial.Proxy.Policy = Silent(hasSignedIn);
        long started = Stopwatch.GetTimestamp();

        BulkOperationException refusal = await trial.FailsAsync<BulkOperationException>(isAsync);

        // A driver's own limit is 15 s.
        Assert.InRange(Stopwatch.GetElapsedTime(started).TotalSeconds, 0.9, 14);
        Assert.Contains("Statements could not be pipelined: a trial of pipelining failed", refusal.Message, StringComparison.Ordinal);
        Assert.Equal((BulkOutcome.Nothing, false), (refusal.Outcome, refusal.TransactionLost));
        trial.Proxy.Policy = new();
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_batch_cancelled_while_its_connection_is_opened_stores_nothing(bool hasSignedIn)
    {
        using CancellationTokenSource cancellation = new();
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, Rows);
        trial.Proxy.Policy = Silent(hasSignedIn, cancellation.Cancel);

        await trial.FailsAsync<OperationCanceledException>(token: cancellation.Token);

        trial.Proxy.Policy = new();
        await trial.LeavesNothingBehindAsync();
    }

    // The connection that should kill the other one gets no answer either.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_batch_ends_even_if_nothing_can_be_reached_any_more(bool isAsync)
    {
        bool isDown = false;
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, 3_000, new()
        {
            OnPacket = (link, packet) =>
            {
                isDown |= link.BytesToServer > 20_000;
                return isDown && link.LastCommand is not null ? Fault.Cut : Fault.None;
            },
        });

        await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync, TimeSpan.FromSeconds(1)));

        foreach (ProxyLink link in trial.Proxy.Links)
            link.Reset();
        trial.Proxy.Policy = new();
        await Threads.GoneAsync(trial.Database, trial.Proxy.Links);
        Assert.False(await trial.IsWholeOrNothingAsync());
        await trial.LeavesNothingBehindAsync();
    }

    private static FaultPolicy Silent(bool hasSignedIn, Action? then = null) => new()
    {
        OnPacket = (link, packet) =>
        {
            if (packet.ToServer || (hasSignedIn && link.LastCommand is null))
                return Fault.None;
            then?.Invoke();
            return Fault.Stall;
        },
    };
}
