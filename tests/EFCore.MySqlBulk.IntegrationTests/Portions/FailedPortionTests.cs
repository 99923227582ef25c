using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Portions;

/// <summary>A portion fails: the exception says which rows are stored, and the others can be sent again.</summary>
[BothServers]
public abstract class FailedPortionTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(0, true)]
    [InlineData(0, false)]
    [InlineData(150, true)]
    [InlineData(150, false)]
    [InlineData(299, true)]
    public async Task A_duplicate_leaves_the_portions_before_it(int position, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 1, 1_000);
        List<Ticket> tickets = Tickets.New(300);
        tickets[position].Token = 1_000;
        await using ModelContext context = database.Context();
        context.AddRange(tickets);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { CommitRows = 100 }));

        int stored = position / 100 * 100;
        Assert.Equal((position, 1062), (failure.RowIndex, failure.ErrorNumber));
        await CheckAsync(failure, database, tickets, stored, seeded: 1);
        Assert.DoesNotContain(tickets.Take(stored), ticket => context.Entry(ticket).State != EntityState.Unchanged);
        Assert.All(tickets.Skip(stored), ticket => Assert.Equal(EntityState.Added, context.Entry(ticket).State));
        tickets[position].Token = position + 1;
        await context.InsertAsync(isAsync, tickets.Skip(stored).ToList(), new() { CommitRows = 100 });
        Assert.Equal([.. Enumerable.Range(1, 300), 1_000], (await Tickets.StoredAsync(database)).Select(row => row.Token).Order());
    }

    [Theory]
    [InlineData(50, true)]
    [InlineData(250, true)]
    [InlineData(250, false)]
    public async Task An_exception_of_the_callers_stream_is_told_with_what_is_stored(int position, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        await using ModelContext context = database.Context();

        Exception? failure = await Record.ExceptionAsync(
            () => context.InsertAsync(isAsync, tickets.Where(ticket => ticket.Token != position + 1 ? true : throw new FormatException("line 3")), new() { CommitRows = 100 }));

        int stored = position / 100 * 100;
        if (stored == 0)
            Assert.IsType<FormatException>(failure);
        else
            Assert.IsType<FormatException>(Assert.IsType<BulkOperationException>(failure).InnerException);
        if (failure is BulkOperationException told)
            await CheckAsync(told, database, tickets, stored);
        Assert.Equal(stored, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_to_update_that_are_not_found_leave_the_portions_before_them(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database, 300);
        await database.ExecuteAsync("DELETE FROM tickets WHERE Token = 222");
        await using ModelContext context = database.Context();

        BulkConcurrencyException failure = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.UpdateAsync(isAsync, tickets, new() { CommitRows = 100 }));

        Assert.Equal([221], failure.RowIndexes);
        Assert.Equal((BulkOutcome.Some, 200), (failure.Outcome, failure.RowsAffected));
        Assert.Equal(Enumerable.Range(0, 200), failure.StoredRowIndexes);
        Assert.Contains("The first 200 rows are stored (CommitRows = 100); send the rows from position 200 on again.", failure.Message, StringComparison.Ordinal);
        Assert.Equal(200, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name LIKE 'changed%'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_cancelled_call_says_what_is_stored(bool isInside)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        using CancellationTokenSource cancellation = new();
        int statements = 0;
        BeforeStatement inside = new(_ => isInside && ++statements == 4, _ => cancellation.CancelAsync());
        await using ModelContext context = database.Context(options => options.AddInterceptors(inside));

        OperationCanceledException cancelled = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(
            tickets.Where(ticket =>
            {
                if (!isInside && ticket.Token == 150)
                    cancellation.Cancel();
                return true;
            }),
            new() { CommitRows = 100, BatchRows = 50, Pipelining = BulkPipelining.Never },
            cancellation.Token));

        Assert.Contains("The first 100 rows are stored (CommitRows = 100); send the rows from position 100 on again.", cancelled.Message, StringComparison.Ordinal);
        Assert.Equal(Tickets.Values(tickets.Take(100)), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_killed_connection_leaves_the_portions_before_it(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        BeforeStatement trouble = new(4, command => Trouble.KillAsync(command, database));
        await using ModelContext context = database.Context(options => options.AddInterceptors(trouble));
        BulkInsertOptions options = new() { CommitRows = 100, BatchRows = 50, Pipelining = BulkPipelining.Never };

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, options));

        Assert.True(failure.TransactionLost);
        await CheckAsync(failure, database, tickets, 100);
        await context.InsertAsync(isAsync, tickets.Skip(100).ToList(), options);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_stream_under_a_retrying_strategy_is_repeated_from_its_last_portion(bool kills, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        BeforeStatement trouble = new(4, command => kills ? Trouble.KillAsync(command, database) : Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(options => options
            .UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), [0]))
            .AddInterceptors(trouble));
        int read = 0;

        BulkResult result = await context.InsertAsync(
            isAsync, tickets.Where(_ => ++read > 0), new() { CommitRows = 100, BatchRows = 50, Pipelining = BulkPipelining.Never });

        // The portion's statement before the trouble was sent again, and the first portion was not.
        Assert.Equal((300, 300, 3, 8), (result.RowsInserted, read, result.Portions, trouble.Seen));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_strategy_around_the_call_would_send_stored_portions_again_and_is_refused(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(options => options
            .UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), [0])));

        InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.Database.CreateExecutionStrategy().ExecuteAsync(() => context.InsertAsync(isAsync, Tickets.New(3), new() { CommitRows = 2 })));

        Assert.Contains("each portion is repeated by itself", refusal.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    public async Task A_lost_commit_is_looked_up_or_its_portion_is_in_doubt(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 30);
        int commits = 0;
        int happened = 0;
        await using FaultProxy proxy = new(database.ConnectionString, new FaultPolicy
        {
            OnPacket = (link, packet) => !packet.ToServer && link.LastCommand == CommandCode.Query && IsCommit(link.Queries.Last())
                && Interlocked.Increment(ref commits) == 2 && Interlocked.Exchange(ref happened, 1) == 0 ? Fault.ResetBefore : Fault.None,
        });
        await using ModelContext context = database.Context(proxy, Trial.Plain);

        Exception? failure = await Record.ExceptionAsync(() => operation == Operation.Insert
            ? context.InsertAsync(isAsync, tickets, new() { CommitRows = 10, BatchRows = 5 })
            : context.UpdateAsync(isAsync, tickets, new() { CommitRows = 10, BatchRows = 5 }));

        if (operation == Operation.Insert)
        {
            Assert.Null(failure);
            Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
            return;
        }

        BulkOperationException unknown = Assert.IsType<BulkOperationException>(failure);
        Assert.Equal((BulkOutcome.Unknown, 10, true), (unknown.Outcome, unknown.RowsAffected, unknown.TransactionLost));
        Assert.Equal(Enumerable.Range(0, 10), unknown.StoredRowIndexes);
        Assert.Contains("from position 10 to 19 (CommitRows = 10). The first 10 rows are certainly stored. No row after them is stored.", unknown.Message, StringComparison.Ordinal);
        Assert.Equal(20, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name LIKE 'changed%'"));
    }

    private static bool IsCommit(string query) => query.Length < 10 && query.EndsWith("COMMIT", StringComparison.OrdinalIgnoreCase);

    private static async Task CheckAsync(BulkOperationException failure, TestDatabase database, List<Ticket> tickets, int stored, int seeded = 0)
    {
        Assert.Equal((stored == 0 ? BulkOutcome.Nothing : BulkOutcome.Some, stored), (failure.Outcome, failure.RowsAffected));
        Assert.Equal(Enumerable.Range(0, stored), failure.StoredRowIndexes);
        if (stored > 0)
            Assert.EndsWith($"The first {stored} rows are stored (CommitRows = 100); send the rows from position {stored} on again.", failure.Message, StringComparison.Ordinal);
        Assert.Equal(stored + seeded, (await Tickets.StoredAsync(database)).Count);
        Assert.Equal(stored, tickets.Take(stored).Count(ticket => ticket.Id != 0));
        Assert.Equal(tickets.Take(stored).Select(ticket => ticket.Id).Order(), (await Tickets.StoredAsync(database)).Where(row => row.Token < 1_000).Select(row => row.Id));
    }
}
