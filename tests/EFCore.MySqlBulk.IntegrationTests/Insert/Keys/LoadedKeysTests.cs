using System.Collections.Concurrent;
using System.Data;
using EFCore.MySqlBulk.IntegrationTests.FaultMachine;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>The generated keys of rows that go by LOAD DATA LOCAL, whose answer does not report them.</summary>
[BothServers]
public abstract class LoadedKeysTests(Servers servers, ServerKind kind)
{
    private const int Rows = 40_000;
    private const string Unknown = "so their keys are not known";
    private const string GapFree = "innodb_autoinc_lock_mode is 1 on MariaDB: nobody else gets a key during a LOAD DATA.";

    // MariaDB stores rows of prepared statements as fast, so that there it has to be requested.
    private BulkInsertOptions Options => new() { Strategy = kind == ServerKind.MySql ? null : BulkStrategy.LoadData };

    // What happens when a row with this name is written.
    private static readonly ConcurrentDictionary<string, Action> Meanwhile = new();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task They_are_written_to_the_entities(bool isAsync)
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);
        List<Ticket> first = Tickets.New(Rows);
        List<Ticket> second = Tickets.New(3_000, Rows + 1);

        BulkExplanation explanation = context.ExplainBulkInsert(first, Options);
        BulkResult inserted = await context.InsertAsync(isAsync, first, Options);
        BulkResult again = await context.InsertAsync(isAsync, second, Options);

        Assert.Equal((BulkStrategy.LoadData, Rows), (inserted.Strategy, inserted.RowsInserted));
        Assert.Equal((inserted.Strategy, inserted.Reason), (explanation.Strategy, explanation.Reason));
        Assert.Equal((BulkStrategy.LoadData, 3_000), (again.Strategy, again.RowsInserted));
        Assert.All([inserted, again], result => Assert.Empty(result.Warnings));
        Assert.Equal(Tickets.Values([.. first, .. second]), await Tickets.StoredAsync(database));
    }

    // The server reserves keys for 1, 2, 4, … rows.
    [Fact]
    public async Task Full_statements_leave_no_gaps()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);
        List<Ticket> tickets = Tickets.New(8_191 + 16_383 + 10);

        BulkResult inserted = await context.BulkInsertAsync(tickets, Options, Token);

        Assert.Equal((BulkStrategy.LoadData, 3), (inserted.Strategy, inserted.Statements));
        Assert.Equal(Enumerable.Range(1, tickets.Count).Select(id => (long)id), tickets.Select(ticket => ticket.Id));
    }

    [Fact]
    public async Task Sessions_that_load_at_the_same_time_each_get_their_own()
    {
        await using TestDatabase database = await EmptyAsync();
        List<Ticket>[] all = [.. Enumerable.Range(0, 4).Select(session => Tickets.New(Rows, (session * Rows) + 1))];

        BulkResult[] inserted = await Task.WhenAll(all.Select(async tickets =>
        {
            await using ModelContext context = database.Context(Allow);
            return await context.BulkInsertAsync(tickets, Options, Token);
        }));

        Assert.All(inserted, result => Assert.Equal((BulkStrategy.LoadData, Rows), (result.Strategy, result.RowsInserted)));
        Assert.All(inserted, result => Assert.Empty(result.Warnings));
        Assert.Equal(Tickets.Values(all.SelectMany(tickets => tickets)), await Tickets.StoredAsync(database));
    }

    // The first call of a table compares its rows in any case.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Keys_of_others_lie_between(bool isVerified)
    {
        Assert.SkipWhen(kind == ServerKind.MariaDb, GapFree);
        await using TestDatabase database = await EmptyAsync();
        if (isVerified)
            await VerifyAsync(database);
        await using ModelContext context = database.Context(Allow);
        List<Ticket> tickets = Between(database);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal((BulkStrategy.LoadData, Rows), (inserted.Strategy, inserted.RowsInserted));
        Assert.Empty(inserted.Warnings);
        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        (long other, _, _, _) = Assert.Single(stored, row => row.Token == 0);
        Assert.Contains(tickets, ticket => ticket.Id < other);
        Assert.Contains(tickets, ticket => ticket.Id > other);
        Assert.Equal(Tickets.Values(tickets), stored.Where(row => row.Token is > 0 and <= Rows));
    }

    [Fact]
    public async Task A_transaction_that_sees_rows_of_others_sends_its_own_the_ordinary_way()
    {
        Assert.SkipWhen(kind == ServerKind.MariaDb, GapFree);
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(IsolationLevel.ReadCommitted, Token);
        List<Ticket> tickets = Between(database);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);
        await transaction.CommitAsync(Token);

        Assert.Contains(Unknown, Assert.Single(inserted.Warnings), StringComparison.Ordinal);
        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        Assert.Equal(Tickets.Values(tickets), stored.Where(row => row.Token > 0));
        Assert.Equal(Rows + 1, stored.Count);
    }

    [Fact]
    public async Task A_transaction_that_sees_less_than_there_is_finds_its_own()
    {
        await using TestDatabase database = await EmptyAsync();
        await Tickets.SeedAsync(database, 10);
        await using ModelContext context = database.Context(Allow);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(IsolationLevel.RepeatableRead, Token);
        Assert.Equal(10, await context.Set<Ticket>().CountAsync(Token));
        List<Ticket> unseen = await Tickets.SeedAsync(database, 5_000, 11);
        List<Ticket> tickets = Tickets.New(Rows, 5_011);

        BulkResult inserted = await context.BulkInsertAsync(tickets, Options, Token);
        await transaction.CommitAsync(Token);

        Assert.Equal((BulkStrategy.LoadData, Rows), (inserted.Strategy, inserted.RowsInserted));
        Assert.Empty(inserted.Warnings);
        Assert.Equal(Tickets.Values([.. unseen, .. tickets]), (await Tickets.StoredAsync(database)).Skip(10));
    }

    [Theory]
    [InlineData("SET NEW.Id = 1000000 - NEW.Token", false)]
    [InlineData("SET NEW.Id = 1000000 - NEW.Token", true)]
    [InlineData("SET NEW.Id = IF(NEW.Token % 3000 = 0, 1000000 - NEW.Token, NEW.Id)", false)]
    [InlineData("SET NEW.Id = IF(NEW.Token % 3000 = 0, 1000000 - NEW.Token, NEW.Id)", true)]
    public async Task Keys_that_a_trigger_sets_are_found(string sets, bool comesLater)
    {
        await using TestDatabase database = await EmptyAsync();
        if (comesLater)
            await VerifyAsync(database);
        await database.ExecuteAsync($"CREATE TRIGGER sets_keys BEFORE INSERT ON tickets FOR EACH ROW {sets}");
        await using ModelContext context = database.Context(Allow);
        List<Ticket> tickets = Tickets.New(6_000);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal(6_000, inserted.RowsInserted);
        Assert.Equal(Tickets.Values(tickets), (await Tickets.StoredAsync(database)).Where(row => row.Token <= Rows));
    }

    // Counting would show nothing: the keys that the trigger sets lie above all others, as many as there should be.
    [Fact]
    public async Task A_triggers_keys_are_not_taken_for_gaps()
    {
        Assert.SkipWhen(kind == ServerKind.MariaDb, "On MariaDB LOAD DATA has to be requested, and a requested strategy is not replaced.");
        await using TestDatabase database = await EmptyAsync();
        await VerifyAsync(database);
        await database.ExecuteAsync("CREATE TRIGGER sets_keys BEFORE INSERT ON tickets FOR EACH ROW SET NEW.Id = IF(NEW.Token IN (2000, 4000), 9000000 - NEW.Token, NEW.Id)");
        await using ModelContext context = database.Context(Allow);
        List<Ticket> tickets = Tickets.New(6_000);

        BulkResult inserted = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Contains(inserted.Warnings, warning => warning.Contains("as if a trigger had set them", StringComparison.Ordinal));
        Assert.Equal(Tickets.Values(tickets), (await Tickets.StoredAsync(database)).Where(row => row.Token <= Rows));
    }

    [Fact]
    public async Task They_are_found_by_the_index_of_the_keys_in_the_packets_that_are_sent_anyway()
    {
        await using TestDatabase database = await EmptyAsync($"{LoadDataTests.LocalFiles};SslMode=Disabled");
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled", Allow);
        await context.Database.OpenConnectionAsync(Token);
        await context.BulkInsertAsync(Tickets.New(3_000), Options, Token);

        string[] sent = await proxy.SentAsync(() => context.BulkInsertAsync(Tickets.New(3_000, 3_001), Options, Token));

        Assert.Single(sent, query => query.Contains("SAVEPOINT mysqlbulk_rows", StringComparison.Ordinal)
            && query.Contains("SELECT COUNT(*) FROM `tickets` WHERE `Id`=0;", StringComparison.Ordinal));
        string count = Assert.Single(sent, query => query.Contains("SELECT COUNT(*),LAST_INSERT_ID(),MAX(`Id`)", StringComparison.Ordinal));
        Assert.DoesNotContain(sent, query => query.Contains("ORDER BY", StringComparison.Ordinal));
        await TestDatabase.ExecuteAsync(context, "DO LAST_INSERT_ID(900)");
        string plan = string.Join(' ', Assert.Single(await TestDatabase.QueryAsync(context, $"EXPLAIN {count[count.IndexOf("SELECT", StringComparison.Ordinal)..]}")));
        Assert.Contains("range", plan, StringComparison.Ordinal);
        Assert.Contains("PRIMARY", plan, StringComparison.Ordinal);
        await context.Database.CloseConnectionAsync();
    }

    [Fact]
    public async Task Related_rows_get_them()
    {
        await using TestDatabase database = await servers.OfAsync(kind, Servers.Roomy).CreateAsync(Booking.Model, LoadDataTests.LocalFiles);
        await using ModelContext context = database.Context(Allow);
        List<Booking> bookings = Booking.Of([.. Tickets.New(3_000)]);

        BulkResult inserted = await context.BulkInsertAsync(bookings, Options with { IncludeGraph = true }, Token);

        Assert.Equal(BulkStrategy.LoadData, inserted.Strategy);
        Assert.Empty(inserted.Warnings);
        List<object?[]> stored = await database.QueryAsync("SELECT s.Id, s.BookingId, b.TicketId, t.Token FROM seats s JOIN bookings b ON b.Id = s.BookingId JOIN tickets t ON t.Id = b.TicketId ORDER BY s.Id");
        Assert.Equal(
            bookings.SelectMany(booking => booking.Seats.Select(seat => $"{seat.Id} {booking.Id} {booking.Ticket!.Id} {booking.Ticket.Token}")).Order(StringComparer.Ordinal),
            stored.Select(row => string.Join(' ', row)).Order(StringComparer.Ordinal));
    }

    // A context that allows LOAD DATA has another model than one that does not, and the keys are verified for each.
    private static async Task VerifyAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context(Allow);
        await context.BulkInsertAsync(Tickets.New(10, Rows + 1), cancellationToken: Token);
    }

    // While the last rows are written, which the server has not read then, another session stores one.
    private static List<Ticket> Between(TestDatabase database)
    {
        List<Ticket> tickets = Tickets.New(Rows);
        string name = tickets[16_000].Name = $"between {database.Name}";
        Meanwhile[name] = () =>
        {
            Thread.Sleep(200);
            using ModelContext other = database.Context();
            other.Database.ExecuteSqlRaw("INSERT INTO tickets (Token, Name, Score) VALUES (0, 'between', 0)");
        };
        return tickets;
    }

    private static string Named(string name)
    {
        if (Meanwhile.TryRemove(name, out Action? happens))
            happens();
        return name;
    }

    private static void Model(ModelBuilder model)
    {
        Tickets.Model(model);
        model.Entity<Ticket>().Property(ticket => ticket.Name).HasConversion(name => Named(name), name => name);
    }

    private static void Allow(DbContextOptionsBuilder options) => options.UseMySqlBulk(bulk => bulk.AllowLoadData());

    private Task<TestDatabase> EmptyAsync(string connection = LoadDataTests.LocalFiles) => servers.OfAsync(kind, Servers.Roomy).CreateAsync(Model, connection);
}
