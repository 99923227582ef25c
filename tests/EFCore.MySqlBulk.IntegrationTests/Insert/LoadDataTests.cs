using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>Inserts by LOAD DATA LOCAL: the rows that an INSERT would have stored, or its error.</summary>
[BothServers]
public abstract class LoadDataTests(Servers servers, ServerKind kind)
{
    private const int Rows = 10_000;
    internal const string LocalFiles = "AllowLoadLocalInfile=True";

    private static readonly BulkInsertOptions Forced = new() { Strategy = BulkStrategy.LoadData, ReturnKeys = false };

    // MariaDB stores rows of prepared statements as fast, so that there it has to be requested.
    private BulkInsertOptions Chosen => kind == ServerKind.MySql ? new() { ReturnKeys = false } : Forced;

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task It_is_chosen_where_it_is_allowed(bool isAsync, bool usesTls)
    {
        await using TestDatabase database = usesTls ? await servers.OfAsync(kind, new() { RequireTls = true }).CreateAsync(Tickets.Model, $"{LocalFiles};SslMode=Required") : await EmptyAsync();
        await database.ExecuteAsync("SET GLOBAL local_infile=ON");
        List<Ticket> tickets = Tickets.New(Rows);
        await using ModelContext context = database.Context(Allow);

        BulkExplanation explanation = context.ExplainBulkInsert(tickets, Chosen);
        BulkResult inserted = await context.InsertAsync(isAsync, tickets, Chosen);

        // The first rows go ahead of the others.
        Assert.Equal((BulkStrategy.LoadData, Rows, 2), (inserted.Strategy, inserted.RowsInserted, inserted.Statements));
        Assert.Empty(inserted.Warnings);
        Assert.Equal((inserted.Strategy, inserted.Reason), (explanation.Strategy, explanation.Reason));
        Assert.StartsWith("LOAD DATA LOCAL INFILE", explanation.FirstStatement, StringComparison.Ordinal);
        Assert.Equal(tickets.Select(Values), (await Tickets.StoredAsync(database)).Select(row => (row.Token, row.Name, row.Score)));
    }

    [Fact]
    public async Task Small_calls_and_those_of_other_contexts_go_the_ordinary_way()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);

        BulkResult small = await context.BulkInsertAsync(Tickets.New(499, Rows + 1), new() { ReturnKeys = false }, Token);
        await using ModelContext other = database.Context();
        BulkResult notAllowed = await other.BulkInsertAsync(Tickets.New(Rows, 20_000), new() { ReturnKeys = false }, Token);

        Assert.Equal([BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow], [small.Strategy, notAllowed.Strategy]);
        Assert.All([small, notAllowed], result => Assert.Empty(result.Warnings));
    }

    [Fact]
    public async Task On_MariaDB_it_has_to_be_requested()
    {
        Assert.SkipWhen(kind == ServerKind.MySql, "MySQL is faster with it.");
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);

        BulkResult inserted = await context.BulkInsertAsync(Tickets.New(Rows), new() { ReturnKeys = false }, Token);

        Assert.Equal(BulkStrategy.PreparedMultiRow, inserted.Strategy);
        Assert.Empty(inserted.Warnings);
    }

    // The account may not read the table.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_small_call_asks_two_questions_and_needs_no_right_but_to_insert(bool isAsync)
    {
        await using TestDatabase database = await EmptyAsync($"{LocalFiles};SslMode=Disabled");
        await database.ExecuteAsync($"CREATE USER '{database.Name}'@'%' IDENTIFIED BY 'secret'", $"GRANT INSERT ON {database.Name}.tickets TO '{database.Name}'@'%'");
        TestDatabase restricted = new(database.Server, database.Name, Tickets.Model, $"{LocalFiles};SslMode=Disabled;User ID={database.Name};Password=secret");
        await using FaultProxy proxy = new(restricted.ConnectionString);
        await using ModelContext context = restricted.Context(proxy, "SslMode=Disabled", Allow);
        await context.Database.OpenConnectionAsync(Token);
        await context.InsertAsync(isAsync, Tickets.New(500), Forced);
        BulkResult inserted = new();

        string[] sent = await proxy.SentAsync(async () => inserted = await context.InsertAsync(isAsync, Tickets.New(500, 501), Forced));

        Assert.Equal((BulkStrategy.LoadData, 500, 1), (inserted.Strategy, inserted.RowsInserted, inserted.Statements));
        Assert.Empty(inserted.Warnings);
        Assert.Single(sent, query => query.Contains("SELECT @@GLOBAL.local_infile", StringComparison.Ordinal));
        Assert.Single(sent, query => query.Contains("SHOW CREATE TABLE", StringComparison.Ordinal));
        // No round trip of its own.
        Assert.Single(sent, query => query.Contains("SAVEPOINT mysqlbulk_rows", StringComparison.Ordinal) && query.Contains(";LOAD DATA LOCAL", StringComparison.Ordinal));
        Assert.DoesNotContain(sent, query => query.Contains("SELECT VERSION()", StringComparison.Ordinal));
        Assert.Equal(1_000, (await Tickets.StoredAsync(database)).Count);
        await context.Database.CloseConnectionAsync();
        await database.ExecuteAsync($"DROP USER '{database.Name}'@'%'");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Facts_that_have_changed_since_are_read_again(bool isAsync)
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);
        await context.Database.OpenConnectionAsync(Token);
        await context.InsertAsync(isAsync, Tickets.New(500), Forced);
        await context.Database.ExecuteSqlRawAsync("SET SESSION sql_mode='STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES'", Token);

        BulkResult inserted = await context.InsertAsync(isAsync, Tickets.New(500, 501), Forced);

        Assert.Equal((BulkStrategy.LoadData, 500, 1), (inserted.Strategy, inserted.RowsInserted, inserted.Statements));
        Assert.Equal(1_000, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData("")]
    [InlineData("ANSI_QUOTES")]
    [InlineData("ANSI")]
    public async Task The_warning_of_making_the_session_strict_is_not_one_of_the_rows(string mode)
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{mode}'");

        BulkResult inserted = await context.BulkInsertAsync(Tickets.New(500), Forced, Token);

        Assert.Equal((BulkStrategy.LoadData, 500, 1), (inserted.Strategy, inserted.RowsInserted, inserted.Statements));
        Assert.Empty(inserted.Warnings);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_value_that_does_not_fit_is_the_error_of_an_insert(bool isAsync)
    {
        await using TestDatabase database = await EmptyAsync();
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Name VARCHAR(20) NOT NULL");
        List<Ticket> tickets = Tickets.New(3 * 16_383);
        tickets[20_001].Name = new('x', 21);
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, Forced));

        Assert.Equal((20_001, 1406, BulkOutcome.Nothing), (failure.RowIndex, failure.ErrorNumber, failure.Outcome));
        Assert.Empty(await Tickets.StoredAsync(database));
        tickets[20_001].Name = "x";
        Assert.Equal(tickets.Count, (await context.InsertAsync(isAsync, tickets, Forced)).RowsInserted);
        Assert.Equal(tickets.Select(Values), (await Tickets.StoredAsync(database)).Select(row => (row.Token, row.Name, row.Score)));
    }

    [Fact]
    public async Task A_row_that_exists_is_the_error_of_an_insert()
    {
        await using TestDatabase database = await EmptyAsync();
        await Tickets.SeedAsync(database, 1, first: 9_321);
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(Tickets.New(Rows), Forced, Token));

        Assert.Equal((9_320, 1062), (failure.RowIndex, failure.ErrorNumber));
        Assert.Single(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task A_value_that_cannot_be_sent_ends_the_content_and_stores_nothing()
    {
        await using TestDatabase database = await EmptyAsync();
        List<Ticket> tickets = Tickets.New(Rows);
        tickets[9_000].Score = double.NaN;
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, Forced, Token));

        Assert.Equal((9_000, BulkOutcome.Nothing), (failure.RowIndex, failure.Outcome));
        Assert.Empty(await Tickets.StoredAsync(database));
        tickets[9_000].Score = 1;
        await context.BulkInsertAsync(tickets, Forced, Token);
        Assert.Equal(Rows, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_a_transaction_of_the_callers_only_its_own_rows_are_taken_back(bool isAsync)
    {
        await using TestDatabase database = await EmptyAsync();
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Score DECIMAL(10,1) NOT NULL");
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        context.Add(new Ticket { Token = -1, Name = "before" });
        await context.SaveChangesAsync(Token);
        List<Ticket> tickets = Tickets.New(Rows);
        List<Ticket> whole = Tickets.New(Rows, Rows + 1);
        whole.ForEach(ticket => ticket.Score = ticket.Token);

        // A quarter is rounded with a note, as by an INSERT.
        BulkResult rounded = await context.InsertAsync(isAsync, tickets, Forced);
        BulkResult inserted = await context.InsertAsync(isAsync, whole, Forced);
        tickets[3].Name = null!;
        Exception? failure = await Record.ExceptionAsync(() => context.InsertAsync(isAsync, tickets, Forced));

        Assert.Contains("were not sent by LOAD DATA: the server reported warnings with it", Assert.Single(rounded.Warnings), StringComparison.Ordinal);
        Assert.Empty(inserted.Warnings);
        Assert.Equal(BulkOutcome.Nothing, Assert.IsType<BulkOperationException>(failure).Outcome);
        await transaction.CommitAsync(Token);
        Assert.Equal((2 * Rows) + 1, (await Tickets.StoredAsync(database)).Count);
        Assert.Equal(2, await database.CountAsync($"SELECT COUNT(*) FROM tickets WHERE Token IN (1, 2) AND Score IN (0.3, 0.5)"));
    }

    [Fact]
    public async Task A_call_can_be_cancelled()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        using CancellationTokenSource soon = new();
        IEnumerable<Ticket> tickets = Tickets.New(100_000).Select(ticket =>
        {
            if (ticket.Token == 60_000)
                soon.Cancel();
            return ticket;
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(tickets, Forced, soon.Token));

        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.Equal(10, (await context.BulkInsertAsync(Tickets.New(10), cancellationToken: Token)).RowsInserted);
    }

    [Fact]
    public async Task A_stream_of_rows_goes_in_pieces()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(Allow);

        BulkResult inserted = await context.BulkInsertAsync(Tickets.New(100_000).ToAsyncEnumerable(), Chosen, Token);

        Assert.Equal((BulkStrategy.LoadData, 100_000, 7), (inserted.Strategy, inserted.RowsInserted, inserted.Statements));
        Assert.Equal(100_000, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_behind_a_load_that_is_taken_back_are_stored_too(bool isAsync)
    {
        await using TestDatabase database = await EmptyAsync();
        // A quarter is rounded with a note, as by an INSERT.
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Score DECIMAL(10,1) NOT NULL");
        await using ModelContext context = database.Context(Allow);
        List<Ticket> tickets = Tickets.New(40_000);

        BulkResult inserted = await context.InsertAsync(isAsync, tickets, Chosen);

        Assert.Contains("were not sent by LOAD DATA", Assert.Single(inserted.Warnings), StringComparison.Ordinal);
        Assert.Equal(tickets.Select(ticket => ticket.Token), (await Tickets.StoredAsync(database)).Select(row => row.Token));
    }

    [Theory]
    [InlineData("AllowLoadLocalInfile=False", "", "the connection string does not set AllowLoadLocalInfile=true")]
    [InlineData(LocalFiles, "ALTER TABLE tickets ENGINE=MyISAM", "the storage engine of 'Ticket' cannot take rows back")]
    [InlineData(LocalFiles, "ALTER TABLE tickets MODIFY Token YEAR NOT NULL", "Ticket.Token is stored in a column of type year, which takes text in another way")]
    [InlineData(LocalFiles, "ALTER TABLE tickets MODIFY Token BIT(32) NOT NULL", "Ticket.Token is stored in a column of type bit, which takes text in another way")]
    [InlineData(LocalFiles, "ALTER TABLE tickets MODIFY Score INT NOT NULL", "Ticket.Score is stored in a column of type int, which takes text in another way")]
    [InlineData(LocalFiles, "ALTER TABLE tickets MODIFY Score VARCHAR(30) NOT NULL", "Ticket.Score is stored in a column of type varchar, which takes text in another way")]
    [InlineData(LocalFiles, "ALTER TABLE tickets ADD Extra INT NOT NULL COMMENT 'no DEFAULT 0'", "Extra has no default in the table of 'Ticket', and is not written")]
    public async Task What_it_cannot_store_as_an_insert_is_refused(string connection, string change, string reason)
    {
        await using TestDatabase database = await EmptyAsync(connection);
        if (change.Length > 0)
            await database.ExecuteAsync(change);
        await using ModelContext context = database.Context(Allow);
        List<Ticket> tickets = Tickets.New(3_100);
        if (change.Contains("YEAR", StringComparison.Ordinal))
            await database.ExecuteAsync("ALTER TABLE tickets DROP INDEX IX_tickets_Token");
        tickets.ForEach(ticket => ticket.Token = Math.Min(ticket.Token, 2_100));

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(tickets, Forced, Token));
        BulkExplanation explanation = context.ExplainBulkInsert(tickets, new() { ReturnKeys = false });

        Assert.Equal($"BulkStrategyOptions.Strategy = LoadData is not possible for this Insert: {reason}.", refused.Message);
        Assert.Equal(BulkStrategy.PreparedMultiRow, explanation.Strategy);
        Assert.Equal(kind == ServerKind.MySql ? [$"UseMySqlBulk(o => o.AllowLoadData()) has no effect on this call: {reason}."] : [], explanation.Warnings);
    }

    [Fact]
    public async Task A_session_that_keeps_notes_to_itself_is_refused()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET sql_notes=0");

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(10), Forced, Token));

        Assert.Contains("the session's sql_notes is off", refused.Message, StringComparison.Ordinal);
        await TestDatabase.ExecuteAsync(context, "SET sql_notes=1");
    }

    [Fact]
    public async Task A_server_that_allows_no_local_files_is_refused()
    {
        await using TestDatabase database = await servers.OfAsync(kind, new() { LocalInfile = false }).CreateAsync(Tickets.Model, LocalFiles);
        await using ModelContext context = database.Context(Allow);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(10), Forced, Token));
        BulkResult inserted = await context.BulkInsertAsync(Tickets.New(Rows), new() { ReturnKeys = false }, Token);

        Assert.Contains("the server's local_infile is off", refused.Message, StringComparison.Ordinal);
        Assert.Equal((BulkStrategy.PreparedMultiRow, Rows), (inserted.Strategy, inserted.RowsInserted));
    }

    private static (int Token, string Name, double Score) Values(Ticket ticket) => (ticket.Token, ticket.Name, ticket.Score);

    private static void Allow(DbContextOptionsBuilder options) => options.UseMySqlBulk(bulk => bulk.AllowLoadData());

    private Task<TestDatabase> EmptyAsync(string connection = LocalFiles) => servers.OfAsync(kind, Servers.Roomy).CreateAsync(Tickets.Model, connection);
}
