// Connector/NET keeps the hosts of the string opened last in one place for the whole process, where tests with other lists replace them.
#if !CONNECTORNET
using System.Collections;
using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>The member that a call uses is killed, frozen or cut off: with a list of servers and a retrying execution strategy the call ends well on another one, and its rows are stored once.</summary>
[Collection(OneClusterAtATime.Name)]
[OnlyInFullRuns("A server alone has no other one.")]
public abstract class FailoverTests(Cluster cluster)
{
    protected const int Rows = 12_000;

    protected Cluster Servers { get; } = cluster;

    [Theory]
    [InlineData(Failure.Killed, BulkPipelining.Never)]
    [InlineData(Failure.Killed, BulkPipelining.Always)]
    [InlineData(Failure.Frozen, BulkPipelining.Always)]
    [InlineData(Failure.CutOff, BulkPipelining.Never)]
    [InlineData(Failure.CutOff, BulkPipelining.Always)]
    public async Task A_call_survives_a_failure_between_its_statements(Failure failure, BulkPipelining pipelining)
    {
        await using FailedMember failed = Member(failure);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database);
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(new TroubledCollection(tickets, failed.FailAsync), new() { Pipelining = pipelining }, Token);

        Assert.Equal(Rows, inserted.RowsInserted);
        await failed.BackAsync();
        Assert.Equal(Tickets.Values(tickets), await StoredAsync(database));
    }

    [Theory]
    [InlineData(Failure.Killed)]
    [InlineData(Failure.Frozen)]
    [InlineData(Failure.CutOff)]
    public async Task A_commit_that_is_not_answered_is_settled_on_another_member(Failure failure)
    {
        await using FailedMember failed = Member(failure);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database, new OnceBeforeCommit(failed.FailAsync));
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal(Rows, inserted.RowsInserted);
        await failed.BackAsync();
        Assert.Equal(Tickets.Values(tickets), await StoredAsync(database));
    }

    [Fact]
    public async Task A_stream_that_is_held_in_memory_survives_too()
    {
        await using FailedMember failed = Member(Failure.Killed);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database, new OnceBeforeCommit(failed.FailAsync));

        BulkResult inserted = await context.BulkInsertAsync(Tickets.New(Rows).Select(ticket => ticket), new() { BufferForRetry = true }, Token);

        Assert.Equal(Rows, inserted.RowsInserted);
        await failed.BackAsync();
        Assert.Equal(Rows, (await StoredAsync(database)).Count);
    }

    [Fact]
    public async Task A_call_in_a_transaction_is_left_to_its_owner()
    {
        await using FailedMember failed = Member(Failure.Killed);
        TestDatabase database = await Servers.EmptyAsync();
        // A secondary would refuse the call before anything fails.
        await using ModelContext context = Servers.Context(
            database, [await Servers.WrittenAsync()], "Pooling=False;Default Command Timeout=5", mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromSeconds(1), null));
        List<Ticket> tickets = Tickets.New(Rows);

        // The owner's part: a strategy repeats the whole transaction.
        await context.Database.CreateExecutionStrategy().ExecuteAsync(async () =>
        {
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
            BulkException? failure = await Record.ExceptionAsync(() => context.BulkInsertAsync(new TroubledCollection(tickets, failed.FailAsync), cancellationToken: Token)) as BulkException;
            Assert.Equal((BulkOutcome.Nothing, true), (failure?.Outcome, failure?.IsTransient));
        });
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        await failed.BackAsync();
        Assert.Empty(await StoredAsync(database));
    }

    [Fact]
    public async Task The_wait_for_another_member_can_be_cancelled()
    {
        TestDatabase database = await Servers.EmptyAsync();
        string nobody = $"{database.ConnectionString};Server=127.0.0.8,127.0.0.9;Connection Timeout=3";
        await using ModelContext context = database.Context(options => options.UseMySql(nobody, database.Server.Version, mySql => mySql.EnableRetryOnFailure()));
        using CancellationTokenSource soon = new(TimeSpan.FromSeconds(3));
        long started = Stopwatch.GetTimestamp();

        Exception? failure = await Record.ExceptionAsync(() => context.BulkInsertAsync(Tickets.New(Rows), cancellationToken: soon.Token));

        Assert.True(failure is OperationCanceledException, failure?.ToString());
        Assert.InRange(Stopwatch.GetElapsedTime(started), TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(10));
    }

    [Theory]
    [InlineData(Failure.Killed)]
    [InlineData(Failure.CutOff)]
    public async Task A_commit_of_a_portion_is_settled_too(Failure failure)
    {
        await using FailedMember failed = Member(failure);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database, new OnceBeforeCommit(failed.FailAsync));
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(tickets, new() { CommitRows = 3_000 }, Token);

        Assert.Equal((Rows, 4), (inserted.RowsInserted, inserted.Portions));
        await failed.BackAsync();
        Assert.Equal(Tickets.Values(tickets), await StoredAsync(database));
    }

    protected FailedMember Member(Failure failure)
    {
        Assert.SkipWhen(failure == Failure.CutOff && Servers.WhyNotCutOff is not null, Servers.WhyNotCutOff ?? "");
        return new(Servers, failure);
    }

    // A collection, whose rows are read again for another attempt.
    protected sealed class TroubledCollection(List<Ticket> tickets, Func<Task> trouble) : IReadOnlyCollection<Ticket>
    {
        public int Count => tickets.Count;

        public IEnumerator<Ticket> GetEnumerator()
        {
            for (int i = 0; i < tickets.Count; i++)
            {
                if (i == tickets.Count / 2)
                    trouble().GetAwaiter().GetResult();
                yield return tickets[i];
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    protected ModelContext Open(TestDatabase database, params IInterceptor[] interceptors)
        => Servers.Context(
            database, [0, 1, 2], "LoadBalance=RoundRobin;Connection Timeout=3;Default Command Timeout=5", mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromSeconds(1), null), interceptors);

    protected async Task<List<(long Id, int Token, string Name, double Score)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = Servers.Context(database, [0], "Pooling=False");
        await context.Database.OpenConnectionAsync(Token);
        await Servers.State.WaitAsync(context);
        return await Tickets.StoredAsync(context);
    }
}

public sealed class GroupFailoverTests(SeparableGroup cluster) : FailoverTests(cluster), IClassFixture<SeparableGroup>
{
    [Theory]
    [InlineData(Failure.Killed)]
    [InlineData(Failure.CutOff)]
    public async Task A_call_over_several_connections_says_what_is_stored(Failure failure)
    {
        await using FailedMember failed = Member(failure);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database);
        List<Ticket> tickets = Tickets.New(Rows);

        Exception? ended = await Record.ExceptionAsync(() => context.BulkInsertAsync(new TroubledCollection(tickets, failed.FailAsync), new() { Connections = 3 }, Token));

        await failed.BackAsync();
        // The commits of a member that is cut off have no answer, and nobody looks them up if there are several.
        Assert.Equal(failure == Failure.CutOff ? BulkOutcome.Unknown : null, (ended as BulkException)?.Outcome);
        Assert.Equal(failure == Failure.CutOff ? 0 : Rows, (await StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Portions_survive_a_failure_between_their_rows(int connections)
    {
        await using FailedMember failed = Member(Failure.Killed);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database);
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(new TroubledCollection(tickets, failed.FailAsync), new() { CommitRows = 3_000, Connections = connections }, Token);

        Assert.Equal((Rows, 4), (inserted.RowsInserted, inserted.Portions));
        await failed.BackAsync();
        Assert.Equal(Tickets.Values(tickets), await StoredAsync(database));
    }

    [Fact]
    public async Task A_commit_that_waits_until_the_member_is_back_is_not_sent_again()
    {
        await using FailedMember failed = Member(Failure.CutOff);
        TestDatabase database = await Servers.EmptyAsync();
        Task back = Task.CompletedTask;
        await using ModelContext context = Open(database, new OnceBeforeCommit(async () =>
        {
            await failed.FailAsync();
            // After the command timeout, and before the others have expelled it.
            back = failed.ReachesAgainAsync(TimeSpan.FromSeconds(7));
        }));
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal(Rows, inserted.RowsInserted);
        await back;
        await failed.BackAsync();
        Assert.Equal(Tickets.Values(tickets), await StoredAsync(database));
    }
}

public sealed class GaleraFailoverTests(SeparableGalera cluster) : FailoverTests(cluster), IClassFixture<SeparableGalera>
{
    [Fact]
    public async Task A_save_whose_commit_is_refused_and_rollback_too_is_not_known_and_leaves_a_context_that_works()
    {
        await using FailedMember failed = Member(Failure.CutOff);
        await IsNotKnownAsync(failed);
    }

    [Fact]
    public async Task A_save_whose_commit_is_cut_off_is_not_known_even_if_the_member_is_back_for_its_rollback()
    {
        await using FailedMember failed = Member(Failure.CutOff);
        Assert.Equal(1180, await IsNotKnownAsync(failed, BackForRollback(failed)));
    }

    [Fact]
    public async Task A_call_whose_commit_is_cut_off_looks_its_rows_up_even_if_the_member_is_back_for_its_rollback()
    {
        await using FailedMember failed = Member(Failure.CutOff);
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database, new OnceBeforeCommit(failed.FailAsync), BackForRollback(failed));
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal(Rows, inserted.RowsInserted);
        await failed.BackAsync();
        Assert.Equal(Tickets.Values(tickets), await StoredAsync(database));
    }

    [Fact]
    public async Task A_read_is_answered_by_another_member()
    {
        Assert.SkipWhen(Servers.WhyNotCutOff is not null, Servers.WhyNotCutOff ?? "");
        TestDatabase database = await Servers.EmptyAsync();
        await using (ModelContext filling = Open(database))
            await filling.BulkInsertAsync(Tickets.New(100), cancellationToken: Token);
        await Servers.SeenByAllAsync(database, 100);
        await Servers.Members[0].CutOffAsync(Token);
        try
        {
            for (int i = 0; i < 6; i++)
            {
                await using ModelContext context = Open(database);
                Assert.Equal(10, (await context.Set<Ticket>().BulkReadFoundAsync(Enumerable.Range(1, 10), new() { Match = ticket => ticket.Token }, Token)).Count);
            }
        }
        finally
        {
            await Servers.Members[0].JoinAsync(CancellationToken.None);
        }

        await Servers.State.BecomeWholeAsync();
    }

    // Saves, checks that the outcome is not known and that the same save stores everything once the member is back, and returns the number of the error.
    private async Task<int> IsNotKnownAsync(FailedMember failed, params IInterceptor[] more)
    {
        TestDatabase database = await Servers.EmptyAsync();
        await using ModelContext context = Open(database, [new OnceBeforeCommit(failed.FailAsync), .. more]);
        context.AddRange(Tickets.New(100));

        DbUpdateException failure = await Assert.ThrowsAsync<DbUpdateException>(() => context.BulkSaveChangesAsync(Token));

        BulkOperationException inside = Assert.IsType<BulkOperationException>(failure.InnerException);
        Assert.Equal(BulkOutcome.Unknown, inside.Outcome);
        Assert.Null(context.Database.CurrentTransaction);
        await failed.BackAsync();
        Assert.Empty(await StoredAsync(database));
        Assert.Equal(100, await context.BulkSaveChangesAsync(Token));
        Assert.Equal(100, (await StoredAsync(database)).Count);
        return inside.ErrorNumber;
    }

    private AfterFailedCommit BackForRollback(FailedMember failed) => new(async () =>
    {
        await failed.ReachesAgainAsync(TimeSpan.Zero);
        await Servers.State.BecomeWholeAsync();
    });

    // Between the answer to COMMIT and ROLLBACK.
    private sealed class AfterFailedCommit(Func<Task> action) : DbTransactionInterceptor
    {
        public override Task TransactionFailedAsync(DbTransaction transaction, TransactionErrorEventData eventData, CancellationToken cancellationToken = default)
            => eventData.Action == "Commit" ? action() : Task.CompletedTask;
    }
}
#endif
