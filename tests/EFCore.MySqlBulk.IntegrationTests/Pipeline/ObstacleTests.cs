using System.Data.Common;
using System.Transactions;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>What keeps a call from being pipelined, which the result then says, and what does not.</summary>
[BothServers]
[Collection(Scopes.OneAtATime)]
public abstract class ObstacleTests(Servers servers, ServerKind kind)
{
    private const int Rows = 200;

    [Fact]
    public async Task Without_an_obstacle_a_call_is_pipelined()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        await PipelinedAsync(context);
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task A_call_in_an_open_transaction_is_pipelined_inside_it()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        await PipelinedAsync(context);
        Assert.Empty(await Tickets.StoredAsync(database));
        await transaction.CommitAsync();
        await AllStoredAsync(database);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_in_an_ambient_transaction_is_pipelined_inside_it(bool isCompleted)
    {
        await using TestDatabase database = await EmptyAsync();
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await using ModelContext context = database.Context();
            await PipelinedAsync(context);
            if (isCompleted)
                scope.Complete();
        }

        if (isCompleted)
            await AllStoredAsync(database);
        else
            Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task Without_a_transaction_of_its_own_a_call_is_not_pipelined()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        // Nobody could tell what a failed command of many rows has left behind.
        await NotPipelinedAsync(context, "AutoTransactionBehavior is Never", BulkStrategy.RowByRow);
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task A_password_that_the_string_has_forgotten_is_no_obstacle()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext owner = database.Context();
        await using DbConnection connection = owner.Database.GetDbConnection();
        await connection.OpenAsync();
        await using ModelContext context = database.Context(options => options.UseMySql(connection, database.Server.Version));
        await PipelinedAsync(context);
        await AllStoredAsync(database);
    }

    [Theory]
    [InlineData("Use Affected Rows=True", "the connection string sets UseAffectedRows=True")]
#if !CONNECTORNET
    [InlineData("Pipelining=False", "the connection string sets Pipelining=False")]
#endif
    [InlineData("Use Compression=True", "the connection is compressed")]
    public async Task A_setting_of_the_connection_string_may_be_an_obstacle(string setting, string reason)
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context(options => options.UseMySql($"{database.ConnectionString};{setting}", database.Server.Version));
        Assert.SkipUnless(
            context.Database.GetDbConnection().ConnectionString.Contains(setting, StringComparison.OrdinalIgnoreCase),
            $"This provider does not leave the choice: {setting}.");
        await NotPipelinedAsync(context, reason);
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task A_session_whose_text_is_not_utf8mb4_is_an_obstacle()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await TestDatabase.ExecuteAsync(context, "SET NAMES latin1");
        await NotPipelinedAsync(context, "the session's character set is not utf8mb4");
        await context.Database.CloseConnectionAsync();
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task An_open_session_is_no_obstacle()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await PipelinedAsync(context);
        await OrdinaryQueries.GetTheirOwnAnswersAsync(context, 10);
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task Command_interceptors_see_every_statement_unless_the_caller_insists()
    {
        await using TestDatabase database = await EmptyAsync();
        SeenStatements seen = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(seen));
        BulkResult done = await RunAsync(context);
        Assert.False(done.IsPipelined);
        Assert.Equal("the context has command interceptors, which must see every statement", done.PipeliningReason);
        Assert.Contains(seen.Executed, statement => statement.Text.Contains("INSERT INTO tickets", StringComparison.Ordinal));
        Assert.True((await RunAsync(context, new() { Pipelining = BulkPipelining.Always }, Rows + 1)).IsPipelined);
        Assert.Equal(2 * Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Fact]
    public async Task Transaction_interceptors_are_no_obstacle_and_see_the_transaction()
    {
        await using TestDatabase database = await EmptyAsync();
        SeenTransactions seen = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(seen));
        await PipelinedAsync(context);
        Assert.Equal((1, 1, 0), (seen.Started, seen.Committed, seen.RolledBack));
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task Commands_of_the_driver_can_be_asked_for()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = database.Context();
        BulkResult done = await RunAsync(context, new() { Pipelining = BulkPipelining.Never });
        Assert.Equal((BulkStrategy.MultiStatement, false, "BulkOptions.Pipelining is Never"), (done.Strategy, done.IsPipelined, done.PipeliningReason));
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task A_temporary_table_is_an_obstacle_in_the_callers_transaction()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = await HidingAsync(database);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();

        BulkResult done = await context.BulkInsertAsync(Tickets.New(3_000));
        Assert.Equal((false, 3_000L), (done.IsPipelined, done.RowsInserted));
        Assert.Contains("'tickets' is a temporary table", done.PipeliningReason, StringComparison.Ordinal);
        InvalidOperationException asked = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(10, 5_000), new() { Pipelining = BulkPipelining.Always }));
        Assert.Contains("'tickets' is a temporary table", asked.Message, StringComparison.Ordinal);
        await transaction.CommitAsync();
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task A_temporary_table_is_one_with_a_transaction_interceptor()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = await HidingAsync(database, options => options.AddInterceptors(new SeenTransactions()));

        BulkResult done = await context.BulkInsertAsync(Tickets.New(3_000));

        Assert.Equal((false, 3_000L), (done.IsPipelined, done.RowsInserted));
        Assert.Contains("'tickets' is a temporary table", done.PipeliningReason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_temporary_table_is_none_in_the_calls_own_transaction_and_a_failure_leaves_nothing_in_it()
    {
        await using TestDatabase database = await EmptyAsync();
        await using ModelContext context = await HidingAsync(database);
        List<Ticket> wrong = [.. Tickets.New(3_000), .. Tickets.New(1, 1_500)];
        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(wrong, new() { Pipelining = BulkPipelining.Always }));
        Assert.Equal(0, await context.Set<Ticket>().CountAsync());

        BulkResult done = await context.BulkInsertAsync(Tickets.New(3_000));
        Assert.Equal((true, 3_000L), (done.IsPipelined, done.RowsInserted));
        Assert.Equal(3_000, await context.Set<Ticket>().CountAsync());
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    private static async Task<ModelContext> HidingAsync(TestDatabase database, Action<DbContextOptionsBuilder>? configure = null)
    {
        ModelContext context = database.Context(configure);
        await context.Database.OpenConnectionAsync();
        await TestDatabase.ExecuteAsync(context, "CREATE TEMPORARY TABLE mine LIKE tickets");
        await TestDatabase.ExecuteAsync(context, "ALTER TABLE mine RENAME TO tickets");
        return context;
    }

    private static async Task PipelinedAsync(ModelContext context)
    {
        BulkResult done = await RunAsync(context);
        Assert.Equal((BulkStrategy.PipelinedArrayBatch, (long)Rows, true), (done.Strategy, done.RowsAffected, done.IsPipelined));
    }

    private static async Task NotPipelinedAsync(ModelContext context, string reason, BulkStrategy instead = BulkStrategy.MultiStatement)
    {
        BulkResult done = await RunAsync(context);
        Assert.Equal((instead, (long)Rows, false), (done.Strategy, done.RowsAffected, done.IsPipelined));
        Assert.Contains(reason, done.PipeliningReason, StringComparison.Ordinal);
        Assert.Contains(reason, done.Reason, StringComparison.Ordinal);

        foreach (BulkExecuteOptions options in (BulkExecuteOptions[])[new() { Strategy = BulkStrategy.PipelinedArrayBatch }, new() { Pipelining = BulkPipelining.Always }])
        {
            InvalidOperationException asked = await Assert.ThrowsAsync<InvalidOperationException>(() => RunAsync(context, options));
            Assert.Contains(reason, asked.Message, StringComparison.Ordinal);
        }
    }

    private static Task<BulkResult> RunAsync(ModelContext context, BulkExecuteOptions? options = null, int first = 1)
        => context.BulkExecuteRawAsync(Enumerable.Range(first, Rows).ToList(), "INSERT INTO tickets (Token, Name, Score) VALUES ({0}, 'x', 0)", token => token, options);

    private static async Task AllStoredAsync(TestDatabase database)
        => Assert.Equal(Enumerable.Range(1, Rows), (await Tickets.StoredAsync(database)).Select(ticket => ticket.Token).Order());

    private Task<TestDatabase> EmptyAsync() => Tickets.EmptyAsync(servers, kind);
}
