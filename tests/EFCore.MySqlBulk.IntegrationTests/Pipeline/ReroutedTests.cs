using System.Data.Common;
using System.Transactions;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Model;
using EFCore.MySqlBulk.IntegrationTests.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A call that may not open its own connection goes over the context's, and says why.</summary>
public abstract class ReroutedTests(Servers servers, ServerKind kind)
{
    private const int Rows = 200;

    [Fact]
    public async Task Without_an_obstacle_a_call_has_its_own_connection()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        Assert.Equal(BulkStrategy.PipelinedArrayBatch, (await RunAsync(context)).Strategy);
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task An_open_transaction_is_joined()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        await ReroutedAsync(context, "a transaction is open on the context");
        Assert.Empty(await Tickets.StoredAsync(database));
        await transaction.CommitAsync();
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task An_ambient_transaction_is_joined()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await using ModelContext context = database.Context();
            await ReroutedAsync(context, "an ambient transaction is open");
            scope.Complete();
        }
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task Without_its_own_transaction_a_call_has_no_connection_of_its_own()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        // Nobody could tell what a failed command of many rows has left behind.
        await ReroutedAsync(context, "AutoTransactionBehavior is Never", BulkStrategy.RowByRow);
    }

    [Fact]
    public async Task A_connection_whose_password_is_forgotten_is_the_only_one()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext owner = database.Context();
        await using DbConnection connection = owner.Database.GetDbConnection();
        await connection.OpenAsync();
        await using ModelContext context = database.Context(options => options.UseMySql(connection, database.Server.Version));
        await ReroutedAsync(context, "the password is not known");
        await AllStoredAsync(database);
    }

    [Fact]
    public async Task Affected_rows_that_are_counted_in_another_way_are_counted_by_the_contexts_driver()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(
            options => options.UseMySql(database.ConnectionString + ";Use Affected Rows=True", database.Server.Version));
        Assert.SkipUnless(
            context.Database.GetDbConnection().ConnectionString.Contains("affected rows=true", StringComparison.OrdinalIgnoreCase),
            "This provider does not leave the choice.");
        await ReroutedAsync(context, "UseAffectedRows=True");
    }

    [Fact]
    public async Task A_session_that_was_open_may_hold_settings_of_its_own()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        Assert.Contains("was already open", (await RunAsync(context)).Reason, StringComparison.Ordinal);
        Assert.Equal(BulkStrategy.PipelinedArrayBatch, (await RunAsync(context, new() { Connection = BulkConnection.Own }, Rows + 1)).Strategy);
    }

    [Fact]
    public async Task Interceptors_see_every_statement()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        SeenStatements seen = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(seen));
        Assert.Contains("interceptors", (await RunAsync(context)).Reason, StringComparison.Ordinal);
        Assert.Contains(seen.Executed, statement => statement.Text.Contains("INSERT INTO tickets", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_contexts_connection_can_be_asked_for()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        Assert.Equal(BulkStrategy.MultiStatement, (await RunAsync(context, new() { Connection = BulkConnection.Context })).Strategy);
        await AllStoredAsync(database);
    }

    private static async Task ReroutedAsync(ModelContext context, string reason, BulkStrategy instead = BulkStrategy.MultiStatement)
    {
        BulkResult done = await RunAsync(context);
        Assert.Equal((instead, (long)Rows), (done.Strategy, done.RowsAffected));
        Assert.Contains(reason, done.Reason, StringComparison.Ordinal);

        foreach (BulkExecuteOptions options in (BulkExecuteOptions[])[new() { Strategy = BulkStrategy.PipelinedArrayBatch }, new() { Connection = BulkConnection.Own }])
        {
            Exception? asked = await Record.ExceptionAsync(() => RunAsync(context, options));
            // A network that fails now may work at the next call.
            Assert.True(asked is NotSupportedException or BulkOperationException { Outcome: BulkOutcome.Nothing, InnerException: System.Data.Common.DbException }, $"{asked}");
            Assert.Contains(reason, asked.Message, StringComparison.Ordinal);
        }
    }

    private static Task<BulkResult> RunAsync(ModelContext context, BulkExecuteOptions? options = null, int first = 1)
        => context.BulkExecuteAsync("INSERT INTO tickets (Token, Name, Score) VALUES ({0}, 'x', 0)", Enumerable.Range(first, Rows).ToList(), token => token, options);

    private static async Task AllStoredAsync(TestDatabase database)
        => Assert.Equal(Enumerable.Range(1, Rows), (await Tickets.StoredAsync(database)).Select(ticket => ticket.Token).Order());
}

[Collection(Scopes.OneAtATime)]
public sealed class ReroutedOnMySql(Servers servers) : ReroutedTests(servers, ServerKind.MySql);

[Collection(Scopes.OneAtATime)]
public sealed class ReroutedOnMariaDb(Servers servers) : ReroutedTests(servers, ServerKind.MariaDb);
