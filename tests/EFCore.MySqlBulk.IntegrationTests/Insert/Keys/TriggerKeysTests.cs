using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>Triggers that set the key: the entities get the true keys, or the call is refused; never wrong ones.</summary>
[BothServers]
public abstract class TriggerKeysTests(Servers servers, ServerKind kind)
{
    private const string FromTheRow = "SET NEW.Id = 1000000 + NEW.Token";
    private const string Reversed = "SET NEW.Id = 2000000 - NEW.Token";
    private const string TenApart = "SET NEW.Id = 10 * NEW.Token";
    private const string OneHigher = "SET NEW.Id = NEW.Token + 1";
    private const string EveryThird = "IF NEW.Token % 3 = 0 THEN SET NEW.Id = -NEW.Token; END IF";
    private const string AllButTheFirst = "IF NEW.Token % 100 <> 1 THEN SET NEW.Id = -NEW.Token; END IF";
    private const string OtherTable = "BEGIN INSERT INTO notes (text) VALUES (NEW.Name); END";

    // The keys are exactly those that the server reported, but two rows in the middle have swapped theirs.
    private const string Exchanged = "CASE NEW.Token WHEN 5 THEN SET NEW.Id = 6; WHEN 6 THEN SET NEW.Id = 5; ELSE BEGIN END; END CASE";

    [Theory]
    [InlineData(FromTheRow, true)]
    [InlineData(FromTheRow, false)]
    [InlineData(Reversed, true)]
    [InlineData(TenApart, true)]
    [InlineData(OneHigher, true)]
    [InlineData(EveryThird, true)]
    [InlineData(AllButTheFirst, true)]
    [InlineData(OtherTable, false)]
    [InlineData(Exchanged, true)]
    public async Task Keys_are_right_at_once_and_later(string trigger, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync(trigger);
        List<Ticket> all = [];
        for (int call = 0; call < 2; call++)
        {
            List<Ticket> tickets = Tickets.New(100, 1 + (call * 100));
            await using ModelContext context = database.Context();

            BulkResult result = await context.InsertAsync(isAsync, tickets, new() { BatchRows = 40 });

            Assert.Equal(100, result.RowsInserted);
            all.AddRange(tickets);
            Assert.Equal(Tickets.Values(all), await Tickets.StoredAsync(context));
        }
    }

    [Fact]
    public async Task Rows_that_differ_in_one_fraction_only_get_the_right_keys()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Ticket>().ToTable("tickets"));
        await TriggerAsync(database, "SET NEW.Id = 2000000 - 4 * NEW.Score");
        List<Ticket> tickets = Tickets.New(100);
        tickets.ForEach(ticket => (ticket.Token, ticket.Name) = (1, "same"));
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync(tickets, cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Fact]
    public async Task A_trigger_that_the_model_names_may_set_keys_too()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            model => model.Entity<Ticket>().ToTable("tickets", table => table.HasTrigger("keys_of_tickets")));
        await TriggerAsync(database, Reversed);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 100);

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task A_table_of_the_same_model_in_another_database_is_looked_at_too()
    {
        await using TestDatabase plain = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(plain, 100);
        await using TestDatabase triggered = await Tickets.EmptyAsync(servers, kind);
        await TriggerAsync(triggered, Reversed);
        List<Ticket> tickets = await Tickets.SeedAsync(triggered, 100);

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(triggered));
    }

    [Theory]
    [InlineData(99, BulkStrategy.RowByRow, true)]
    [InlineData(99, BulkStrategy.RowByRow, false)]
    [InlineData(100, BulkStrategy.PipelinedArrayBatch, true)]
    [InlineData(100, BulkStrategy.PipelinedArrayBatch, false)]
    public async Task HasTrigger_asks_for_each_key(int rows, BulkStrategy strategy, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync(Reversed);
        List<Ticket> tickets = Tickets.New(rows);
        await using ModelContext context = database.Context();

        BulkResult result = await context.InsertAsync(isAsync, tickets, new() { HasTrigger = true });

        Assert.Equal((strategy, rows), (result.Strategy, result.Statements));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Fact]
    public async Task Rows_with_and_without_keys_go_over_one_connection()
    {
        await using TestDatabase database = await CreateAsync("IF NEW.Id = 0 THEN SET NEW.Id = 2000000 - NEW.Token; END IF");
        List<Ticket> tickets = Tickets.New(150);
        foreach (Ticket ticket in tickets.Where(ticket => ticket.Token % 5 == 4))
            ticket.Id = ticket.Token;
        await using ModelContext context = database.Context();

        BulkResult result = await context.BulkInsertAsync(tickets, new() { HasTrigger = true }, TestContext.Current.CancellationToken);

        Assert.Equal((BulkStrategy.PipelinedArrayBatch, 150L), (result.Strategy, result.RowsInserted));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Fact]
    public async Task Without_keys_wanted_a_trigger_costs_nothing()
    {
        await using TestDatabase database = await CreateAsync(Reversed);
        List<Ticket> tickets = Tickets.New(100);
        await using ModelContext context = database.Context();

        BulkResult result = await context.BulkInsertAsync(tickets, new() { ReturnKeys = false }, TestContext.Current.CancellationToken);

        Assert.Equal(1, result.Statements);
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        Assert.Equal(Enumerable.Range(1, 100).Select(token => 2_000_000L - token), (await Tickets.StoredAsync(context)).OrderBy(t => t.Token).Select(t => t.Id));
    }

    [Theory]
    [InlineData(BulkStrategy.MultiRowValues)]
    [InlineData(BulkStrategy.PreparedMultiRow)]
    [InlineData(BulkStrategy.MultiStatement)]
    public async Task A_forced_strategy_that_cannot_know_the_keys_is_refused_and_stores_nothing(BulkStrategy strategy)
    {
        await using TestDatabase database = await CreateAsync(Reversed);
        List<Ticket> tickets = Tickets.New(100);
        await using ModelContext context = database.Context();

        await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertAsync(tickets, new() { Strategy = strategy, BatchRows = 40 }, TestContext.Current.CancellationToken));

        Assert.Empty(await Tickets.StoredAsync(context));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
    }

    [Fact]
    public async Task In_the_callers_transaction_the_look_at_the_keys_leaves_no_rows_twice()
    {
        await using TestDatabase database = await CreateAsync(Reversed);
        List<Ticket> tickets = Tickets.New(100);
        await using ModelContext context = database.Context();
        await using var transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);

        await context.BulkInsertAsync(tickets, cancellationToken: TestContext.Current.CancellationToken);
        await transaction.CommitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    // The keys that the server goes on with are those that were computed for the rows before.
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Keys_of_one_statement_in_the_middle_are_right_though_others_follow_without_a_gap(bool isPipelined, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync("IF NEW.Token BETWEEN 501 AND 600 THEN SET NEW.Id = 1000000 + NEW.Token; END IF");
        List<Ticket> tickets = Tickets.New(1_000);
        await using ModelContext context = database.Context();

        BulkResult result = await context.InsertAsync(isAsync, tickets, new() { BatchRows = 100, Pipelining = isPipelined ? BulkPipelining.Always : BulkPipelining.Never });

        Assert.Equal(1_000, result.RowsInserted);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    private async Task<TestDatabase> CreateAsync(string trigger)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(Tickets.Model);
        await TriggerAsync(database, trigger);
        return database;
    }

    private static Task TriggerAsync(TestDatabase database, string trigger) => database.ExecuteAsync(
        "CREATE TABLE notes (id INT AUTO_INCREMENT PRIMARY KEY, text LONGTEXT) AUTO_INCREMENT = 777",
        $"CREATE TRIGGER keys_of_tickets BEFORE INSERT ON tickets FOR EACH ROW {trigger}");
}
