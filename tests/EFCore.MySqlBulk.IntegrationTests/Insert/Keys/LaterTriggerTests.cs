using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>A trigger that is created after the computed keys were verified, or where nothing can be rolled back.</summary>
[BothServers]
public abstract class LaterTriggerTests(Servers servers, ServerKind kind)
{
    private const string SomeHigher = "IF NEW.Token = 140 THEN SET NEW.Id = 500000; END IF";
    private const string SomeLower = "IF NEW.Token IN (121, 180) THEN SET NEW.Id = -NEW.Token; END IF";
    private const string TheLast = "IF NEW.Token = 200 THEN SET NEW.Id = 700000; END IF";
    private const string All = "SET NEW.Id = 1000000 - NEW.Token";

    [Theory]
    [InlineData(SomeHigher, BulkPipelining.Never, 40)]
    [InlineData(SomeHigher, BulkPipelining.Always, 4)]
    [InlineData(SomeLower, BulkPipelining.Never, 40)]
    [InlineData(SomeLower, BulkPipelining.Always, 40)]
    [InlineData(TheLast, BulkPipelining.Never, 99)]
    [InlineData(TheLast, BulkPipelining.Always, 40)]
    [InlineData(All, BulkPipelining.Never, 40)]
    [InlineData(All, BulkPipelining.Always, 40)]
    public async Task Keys_are_right_after_they_had_been_proven(string trigger, BulkPipelining pipelining, int batchRows)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> all = await Tickets.SeedAsync(database, 100);
        await CreateTriggerAsync(database, trigger);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(100, 101);

        await context.BulkInsertAsync(tickets, new() { BatchRows = batchRows, Pipelining = pipelining }, Token);

        all.AddRange(tickets);
        Assert.Equal(Tickets.Values(all), await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task In_the_callers_transaction_and_from_a_stream_nothing_stays_that_is_wrong()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> all = await Tickets.SeedAsync(database, 100);
        await CreateTriggerAsync(database, SomeHigher);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(100, 101);

        await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(tickets.Where(_ => true), new() { BatchRows = 40 }, Token));

        Assert.Equal(100, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
        tickets.ForEach(ticket => ticket.Id = 0);
        await using TestDatabase other = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(other, 100);
        await CreateTriggerAsync(other, SomeHigher);
        await using ModelContext joining = other.Context();
        await using var transaction = await joining.Database.BeginTransactionAsync(Token);
        await joining.BulkInsertAsync(tickets, new() { BatchRows = 40 }, Token);
        await transaction.CommitAsync(Token);
        all.AddRange(tickets);
        Assert.Equal(Tickets.Values(all), await Tickets.StoredAsync(other));
    }

    [Fact]
    public async Task A_single_statement_that_committed_itself_is_said_to_be_stored()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 100);
        await CreateTriggerAsync(database, SomeHigher);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(100, 101);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, cancellationToken: Token));

        Assert.Contains("Do not send them again", failure.Message, StringComparison.Ordinal);
        Assert.Equal(200, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
    }

    [Theory]
    [InlineData("SET NEW.Id = 1000000 - NEW.Token", false)]
    [InlineData("IF NEW.Token = 30 THEN SET NEW.Id = 500000; END IF", true)]
    public async Task Without_a_transaction_no_row_is_stored_twice(string trigger, bool isPartly)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await CreateTriggerAsync(database, trigger);
        await using ModelContext context = database.Context();
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        List<Ticket> tickets = Tickets.New(100);

        if (isPartly)
        {
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, cancellationToken: Token));
            Assert.Contains("Do not send them again", failure.Message, StringComparison.Ordinal);
            Assert.Equal(100, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
            return;
        }

        await context.BulkInsertAsync(tickets, cancellationToken: Token);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task Without_a_trigger_and_a_transaction_keys_are_proven_by_the_second_statement()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        List<Ticket> tickets = Tickets.New(100);

        BulkResult result = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal((BulkStrategy.MultiRowValues, 2), (result.Strategy, result.Statements));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task An_engine_that_takes_nothing_back_gives_each_row_its_key(BulkPipelining pipelining)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync($"ALTER TABLE tickets ENGINE = {(kind == ServerKind.MariaDb && pipelining == BulkPipelining.Always ? "Aria" : "MyISAM")}");
        await CreateTriggerAsync(database, "IF NEW.Token % 3 = 0 THEN SET NEW.Id = 1000 + NEW.Token; END IF");
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(120);

        await context.BulkInsertAsync(tickets, new() { Pipelining = pipelining }, Token);

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(
            Tickets.New(10, 900), new() { Strategy = BulkStrategy.MultiRowValues }, Token));
        Assert.Equal(120, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task A_counter_for_each_first_part_of_a_key_gives_each_row_its_key(BulkPipelining pipelining)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Numbered>(numbered =>
        {
            numbered.ToTable("numbered");
            numbered.HasKey(n => new { n.Series, n.Number });
            numbered.Property(n => n.Number).ValueGeneratedOnAdd();
        }));
        await database.ExecuteAsync(
            "DROP TABLE numbered",
            "CREATE TABLE numbered (Series INT NOT NULL, Number INT NOT NULL AUTO_INCREMENT, Name VARCHAR(20) NOT NULL, PRIMARY KEY (Series, Number)) ENGINE = MyISAM");
        await using ModelContext context = database.Context();
        List<Numbered> rows = [.. Enumerable.Range(0, 120).Select(i => new Numbered { Series = 1 + (i % 7), Name = $"row {i}" })];

        await context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token);

        Assert.Equal(
            rows.Select(row => (row.Series, row.Number, row.Name)).Order(),
            (await context.Set<Numbered>().AsNoTracking().ToListAsync(Token)).Select(row => (row.Series, row.Number, row.Name)).Order());
        Assert.Equal(Enumerable.Range(1, 18), rows.Where(row => row.Series == 1).Select(row => row.Number));
    }

    private static Task CreateTriggerAsync(TestDatabase database, string trigger)
        => database.ExecuteAsync($"CREATE TRIGGER later BEFORE INSERT ON tickets FOR EACH ROW {trigger}");

    private sealed class Numbered
    {
        public int Series { get; set; }

        public int Number { get; set; }

        public string Name { get; set; } = "";
    }
}
