using System.Diagnostics;
using System.Transactions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>Rows that go over several connections, which commit together.</summary>
[BothServers]
public abstract class AtomicTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;

    [Theory]
    [InlineData(2, null, true)]
    [InlineData(3, null, false)]
    [InlineData(3, BulkStrategy.PipelinedArrayBatch, true)]
    [InlineData(2, BulkStrategy.PipelinedArrayBatch, false)]
    public async Task Rows_are_stored_changed_and_deleted(int connections, BulkStrategy? strategy, bool isAsync)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(Decisions.Use);
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.InsertAsync(isAsync, tickets, new() { Strategy = strategy, Connections = connections, Atomic = true, BatchRows = 100 });
        Assert.Equal((Rows, connections, true), (inserted.RowsInserted, inserted.Connections, inserted.IsAtomic));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));

        tickets.ForEach(ticket => ticket.Score = -ticket.Token);
        BulkResult updated = await context.UpdateAsync(isAsync, tickets, new() { Strategy = strategy, Connections = connections, Atomic = true, BatchRows = 100 });
        Assert.Equal((Rows, connections, true), (updated.RowsUpdated, updated.Connections, updated.IsAtomic));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));

        BulkExecuteOptions options = new() { Connections = connections, Atomic = true, ReturnAffected = true };
        BulkResult executed = await context.BulkExecuteRawAsync(tickets, "UPDATE tickets SET Name = {0} WHERE Id = {1} AND Token % 3 = 0", ticket => ($"third {ticket.Token}", ticket.Id), options, Token);
        Assert.Equal(tickets.Select(ticket => ticket.Token % 3 == 0 ? 1 : 0), executed.AffectedByRow!);

        BulkResult deleted = await context.DeleteAsync(isAsync, tickets, new() { Strategy = strategy, Connections = connections, Atomic = true, BatchRows = 100 });
        Assert.Equal((Rows, connections, true), (deleted.RowsDeleted, deleted.Connections, deleted.IsAtomic));
        Assert.Empty(await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_refused_row_leaves_nothing_and_the_call_can_be_made_again(bool isAsync)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(Decisions.Use);
        List<Ticket> tickets = Tickets.New(Rows);
        tickets[2_000].Name = null!;
        BulkInsertOptions options = new() { Connections = 3, Atomic = true, BatchRows = 100 };

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, options));

        Assert.Equal((2_000, BulkOutcome.Nothing), (refused.RowIndex, refused.Outcome));
        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        await Decisions.NothingIsLeftAsync(database);
        tickets[2_000].Name = "there";
        await context.InsertAsync(isAsync, tickets, options);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    public async Task A_row_that_is_missing_leaves_nothing()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, Rows);
        await database.ExecuteAsync("DELETE FROM tickets WHERE Token = 1500");
        tickets.ForEach(ticket => ticket.Score = -1);
        await using ModelContext context = database.Context(Decisions.Use);

        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync(tickets, new() { Connections = 2, Atomic = true, BatchRows = 100 }, Token));

        Assert.Equal([1_499], missed.RowIndexes);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Score = -1"));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    public async Task A_cancelled_call_leaves_nothing()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(Decisions.Use);
        using CancellationTokenSource source = new();
        BulkInsertOptions options = new() { Connections = 2, Atomic = true, BatchRows = 100, Progress = new Cancelling(source) };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(Tickets.New(50_000), options, source.Token));

        Assert.Empty(await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    public async Task A_hook_that_throws_while_a_stream_is_read_leaves_nothing()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(options => options.UseMySqlBulk(bulk => bulk
            .DecisionTable(Decisions.Table).Connections(2).Atomic()
            .BeforeInsert<Ticket>((ticket, _) => Assert.NotEqual(9_999, ticket.Token))));

        await Assert.ThrowsAnyAsync<Exception>(() => context.BulkInsertAsync(Tickets.New(10_000).Select(ticket => ticket), cancellationToken: Token));

        Assert.Empty(await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
        BulkResult done = await context.BulkInsertAsync(Tickets.New(5_000), cancellationToken: Token);
        Assert.Equal((2, true), (done.Connections, done.IsAtomic));
    }

    [Fact]
    public async Task A_deadlock_is_made_again_as_a_whole()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 1_000);
        await database.ExecuteAsync("CREATE TABLE ballast (n INT)");
        await using Support.Troubles.Rival rival = await Support.Troubles.Rival.BeginAsync(database, Operation.Update, 900);
        await using ModelContext context = database.Context(Decisions.Use);
        tickets.ForEach(ticket => ticket.Score = -ticket.Token);

        Task<BulkResult> call = context.BulkUpdateAsync(tickets, new() { Connections = 2, Atomic = true, BatchRows = 10 }, Token);
        await Task.WhenAny(call, WaitsAsync(database));
        await rival.TouchAsync(510);
        await rival.RollbackAsync();

        Assert.True((await call).IsAtomic);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    public async Task One_connection_is_one_transaction_and_needs_no_table()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkInsertAsync(Tickets.New(Rows), new() { Atomic = true }, Token);

        Assert.Equal((1, true), (done.Connections, done.IsAtomic));
        Assert.Equal(Rows, (await Tickets.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task Without_a_table_the_call_is_refused_and_the_message_creates_it()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext without = database.Context();
        ArgumentException unnamed = await Assert.ThrowsAsync<ArgumentException>(() => without.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true }, Token));
        Assert.Contains("DecisionTable", unnamed.Message, StringComparison.Ordinal);
        await using ModelContext context = database.Context(Decisions.Use);

        InvalidOperationException missing = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true }, Token));

        Assert.Contains("'bulk_decisions'", missing.Message, StringComparison.Ordinal);
        await database.ExecuteAsync(missing.Message[missing.Message.IndexOf("CREATE TABLE", StringComparison.Ordinal)..]);
        Assert.True((await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true }, Token)).IsAtomic);
        await Decisions.NothingIsLeftAsync(database);
    }

    [Theory]
    [InlineData("(id CHAR(59) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=MyISAM", "InnoDB")]
    [InlineData("(id CHAR(20) NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB", "columns")]
    [InlineData("(id CHAR(59) NOT NULL, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB", "columns")]
    [InlineData("(id CHAR(59) NOT NULL PRIMARY KEY) ENGINE=InnoDB", "columns")]
    public async Task A_table_that_could_lose_a_decision_is_refused(string definition, string why)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync($"CREATE TABLE {Decisions.Table} {definition}");
        await using ModelContext context = database.Context(Decisions.Use);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true }, Token));

        Assert.Contains(why, refused.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task A_table_that_was_dropped_meanwhile_leaves_nothing()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(Decisions.Use);
        await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true, BatchRows = 100 }, Token);
        await database.ExecuteAsync($"DROP TABLE {Decisions.Table}");

        BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(Tickets.New(Rows, first: Rows + 1), new() { Connections = 2, Atomic = true, BatchRows = 100 }, Token));

        Assert.Equal((BulkOutcome.Nothing, 1146), (failed.Outcome, failed.ErrorNumber));
        Assert.Equal(Rows, (await Tickets.StoredAsync(database)).Count);
        await database.ExecuteAsync(Decisions.Creation);
        await Decisions.NothingIsLeftAsync(database);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_transaction_of_the_caller_is_refused_by_name(bool isAmbient)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(Decisions.Use);
        using TransactionScope? scope = isAmbient ? new(TransactionScopeAsyncFlowOption.Enabled) : null;
        if (!isAmbient)
            await context.Database.BeginTransactionAsync(Token);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true }, Token));

        Assert.Contains("Atomic", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_table_may_be_in_another_schema()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using TestDatabase other = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(options => options.UseMySqlBulk(bulk => bulk.DecisionTable($"{other.Name}.{Decisions.Table}")));

        Assert.True((await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true }, Token)).IsAtomic);

        Assert.Equal(Rows, (await Tickets.StoredAsync(database)).Count);
        await Decisions.NothingIsLeftAsync(other);
    }

    private static async Task WaitsAsync(TestDatabase database)
    {
        for (long started = Stopwatch.GetTimestamp(); await database.CountAsync("SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'") == 0; await Task.Delay(TestDatabase.Refreshed, Token))
            Assert.True(Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(30), "Nothing waits.");
    }

    private sealed class Cancelling(CancellationTokenSource source) : IProgress<BulkProgress>
    {
        public void Report(BulkProgress value) => source.CancelAfter(2);
    }
}
