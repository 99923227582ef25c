using System.Data;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Statements in flight inside the caller's transaction are in the caller's session, and share the transaction's fate.</summary>
[BothServers]
public abstract class JoinedSessionTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;

    private string ReadOnly => kind == ServerKind.MySql ? "@@SESSION.transaction_read_only" : "@@SESSION.tx_read_only";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task They_see_what_the_caller_sees_and_a_rollback_takes_them(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        string isolation = kind == ServerKind.MySql ? "@@SESSION.transaction_isolation" : "@@SESSION.tx_isolation";
        await database.ExecuteAsync("CREATE TABLE seen (N INT PRIMARY KEY, Session BIGINT, Variable INT, Locked BIGINT, Level VARCHAR(30), Mine INT)");
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        long session = await ValueAsync(context, "SELECT CONNECTION_ID()");
        Assert.Equal(1, await ValueAsync(context, $"SELECT GET_LOCK('{database.Name}', 5)"));
        foreach (string statement in (string[])["SET @x = 17", "CREATE TEMPORARY TABLE mine (n INT)", "INSERT INTO mine VALUES (23)"])
            await TestDatabase.ExecuteAsync(context, statement);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(IsolationLevel.ReadCommitted, Token);
        await TestDatabase.ExecuteAsync(context, "INSERT INTO seen VALUES (-1, 0, 0, 0, '', 0)");
        string level = (string)(await TestDatabase.QueryAsync(context, $"SELECT {isolation}"))[0][0]!;
#if !CONNECTORNET
        // Connector/NET sets the level for one transaction, which the variable does not show.
        Assert.Equal("READ-COMMITTED", level);
#endif

        string sql = $"INSERT INTO seen VALUES ({{0}}, CONNECTION_ID(), @x, IS_USED_LOCK('{database.Name}'), {isolation}, (SELECT n FROM mine))";
        BulkExecuteOptions options = new() { Pipelining = BulkPipelining.Always };
        int[] rows = [.. Enumerable.Range(0, Rows)];
        BulkResult done = isAsync ? await context.BulkExecuteRawAsync(rows, sql, n => n, options, Token) : context.BulkExecuteRaw(rows, sql, n => n, options);

        Assert.Equal((true, (long)Rows), (done.IsPipelined, done.RowsAffected));
        List<object?[]> seen = await TestDatabase.QueryAsync(context, "SELECT Session, Variable, Locked, Level, Mine FROM seen WHERE N >= 0");
        Assert.Equal(Rows, seen.Count);
        Assert.All(seen, row => Assert.Equal($"{session} 17 {session} {level} 23", string.Join(' ', row.Select(value => Convert.ToString(value, CultureInfo.InvariantCulture)))));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM seen"));
        await transaction.RollbackAsync(Token);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM seen"));
        // The session goes on.
        Assert.Equal(session, await ValueAsync(context, $"SELECT IS_USED_LOCK('{database.Name}')"));
        Assert.Equal(40, await ValueAsync(context, "SELECT n + @x FROM mine"));
        await IsAsItWasAsync(context, session);
    }

    [Theory]
    [InlineData(Operation.Insert, null)]
    [InlineData(Operation.Insert, BulkStrategy.PipelinedArrayBatch)]
    [InlineData(Operation.Update, null)]
    [InlineData(Operation.Update, BulkStrategy.PipelinedArrayBatch)]
    public async Task Triggers_see_the_callers_session_too(Operation operation, BulkStrategy? strategy)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
        await database.ExecuteAsync($"CREATE TRIGGER looks BEFORE {operation.ToString().ToUpperInvariant()} ON tickets FOR EACH ROW SET NEW.Name = CONCAT(CONNECTION_ID(), ' ', @x)");
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        long session = await ValueAsync(context, "SELECT CONNECTION_ID()");
        await TestDatabase.ExecuteAsync(context, "SET @x = 'from the caller'");

        BulkResult done = operation == Operation.Insert
            ? await context.BulkInsertAsync(tickets, new() { Pipelining = BulkPipelining.Always, Strategy = strategy }, Token)
            : await context.BulkUpdateAsync(tickets, new() { Pipelining = BulkPipelining.Always, Strategy = strategy }, Token);

        Assert.True(done.IsPipelined);
        await transaction.CommitAsync(Token);
        Assert.Equal(Rows, await database.CountAsync($"SELECT COUNT(*) FROM tickets WHERE Name = '{session} from the caller'"));
        await OrdinaryQueries.GetTheirOwnAnswersAsync(context, 100);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_callers_savepoint_takes_them_alone(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        BulkInsertOptions options = new() { Pipelining = BulkPipelining.Always };
        await context.InsertAsync(isAsync, Tickets.New(Rows), options);
        await transaction.CreateSavepointAsync("here", Token);
        Assert.True((await context.InsertAsync(isAsync, Tickets.New(Rows, 1 + Rows), options)).IsPipelined);
        Assert.Equal(2 * Rows, await ValueAsync(context, "SELECT COUNT(*) FROM tickets"));

        await transaction.RollbackToSavepointAsync("here", Token);
        await transaction.CommitAsync(Token);

        Assert.Equal(Enumerable.Range(1, Rows), (await Tickets.StoredAsync(database)).Select(ticket => ticket.Token));
    }

    // Only the transaction after this one would be read-only.
    [Fact]
    [OnEachServer("The variables of the next transaction have other names on MariaDB.")]
    public async Task What_the_session_has_set_for_its_next_transaction_stays_set()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            await TestDatabase.ExecuteAsync(context, "SET SESSION TRANSACTION READ ONLY");
            Assert.True((await context.BulkInsertAsync(Tickets.New(Rows), new() { Pipelining = BulkPipelining.Always }, Token)).IsPipelined);
            Assert.Equal(1, await ValueAsync(context, $"SELECT {ReadOnly}"));
            await transaction.CommitAsync(Token);
        }

        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    // MariaDB sets the current database again in such a query, and tells of it together with the next other change.
    [Fact]
    [OnEachServer("Only MariaDB tells of it late.")]
    public async Task A_query_of_information_schema_before_them_changes_no_database()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("CREATE PROCEDURE move_to(zone CHAR(6)) SET time_zone = zone");
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        Assert.NotEqual(0, await ValueAsync(context, "SELECT COUNT(c.COLUMN_TYPE) FROM information_schema.TABLES t JOIN information_schema.COLUMNS c USING (TABLE_SCHEMA, TABLE_NAME) WHERE t.ENGINE = 'InnoDB' AND TABLE_SCHEMA = DATABASE()"));

        string[] zones = ["+01:00", "+02:00"];
        Assert.True((await context.BulkExecuteRawAsync(zones, "CALL move_to({0})", zone => zone, new() { Pipelining = BulkPipelining.Always }, Token)).IsPipelined);
        Assert.True((await context.BulkInsertAsync(Tickets.New(Rows), new() { Pipelining = BulkPipelining.Always }, Token)).IsPipelined);
        Assert.Equal(zones[1], (await TestDatabase.QueryAsync(context, "SELECT @@SESSION.time_zone"))[0][0]);
        await transaction.CommitAsync(Token);
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    private static async Task<long> ValueAsync(ModelContext context, string query) => Convert.ToInt64((await TestDatabase.QueryAsync(context, query))[0][0], CultureInfo.InvariantCulture);

    private async Task IsAsItWasAsync(ModelContext context, long session)
    {
        object?[] state = (await TestDatabase.QueryAsync(context, $"SELECT CONNECTION_ID(), {ReadOnly}, @@SESSION.autocommit"))[0];
        Assert.Equal([session, 0, 1], state.Select(value => Convert.ToInt64(value, CultureInfo.InvariantCulture)));
        await OrdinaryQueries.GetTheirOwnAnswersAsync(context, 100);
    }
}
