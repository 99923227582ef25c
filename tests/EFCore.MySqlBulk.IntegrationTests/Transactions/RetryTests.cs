using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>Contexts with a retrying execution strategy.</summary>
[BothServers]
public abstract class RetryTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Insert, false, true)]
    [InlineData(Operation.Insert, true, true)]
    [InlineData(Operation.Insert, true, false)]
    [InlineData(Operation.Update, false, false)]
    [InlineData(Operation.Update, true, true)]
    [InlineData(Operation.Delete, false, true)]
    [InlineData(Operation.Delete, true, false)]
    public async Task A_failure_that_passes_is_repeated_as_a_whole(Operation operation, bool kills, bool isAsync)
    {
#if !CONNECTORNET
        Assert.SkipWhen(kills, "MySqlConnector does not call a connection that was killed transient, so the provider's strategy does not retry.");
#endif
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 300);
        BeforeStatement trouble = new(2, command => kills ? Trouble.KillAsync(command, database) : Trouble.SignalAsync(command, 1213));
        await using ModelContext context = Retrying(database, trouble);

        BulkResult result = await context.RunAsync(operation, isAsync, tickets, 100);

        Assert.Equal(300, result.RowsAffected);
        Assert.Equal(5, trouble.Seen);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_failure_that_does_not_pass_leaves_rows_and_entities_as_they_were(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        BeforeStatement trouble = new(seen => seen % 2 == 0, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = Retrying(database, trouble);

        BulkException failure = await Assert.ThrowsAnyAsync<BulkException>(() => context.RunAsync(Operation.Insert, isAsync, tickets, 100));

        Assert.Equal((1213, true, BulkOutcome.Nothing), (failure.ErrorNumber, failure.IsTransient, failure.Outcome));
        Assert.Equal(8, trouble.Seen);
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_stream_is_refused_before_it_is_read(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement nothing = new(0, _ => Task.CompletedTask);
        await using ModelContext context = Retrying(database, nothing);
        int read = 0;

        InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.InsertAsync(isAsync, Tickets.New(300).Where(_ => ++read > 0)));

        Assert.Contains(nameof(BulkOptions.BufferForRetry), refusal.Message, StringComparison.Ordinal);
        Assert.Equal((0, 0), (read, nothing.Seen));
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_buffered_stream_is_read_once_and_repeated(bool byOption)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        BeforeStatement trouble = new(2, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(options => Retry(options, database).AddInterceptors(trouble).UseMySqlBulk(o => o.BufferForRetry(!byOption)));
        int read = 0;

        BulkResult result = await context.BulkInsertAsync(
            tickets.Where(_ => ++read > 0), new() { BatchRows = 100, BufferForRetry = byOption ? true : null }, Token);

        Assert.Equal((300, 300, 5), (result.RowsInserted, read, trouble.Seen));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Fact]
    public async Task In_the_callers_transaction_the_callers_unit_is_repeated()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        BeforeStatement trouble = new(2, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = Retrying(database, trouble);

        await StoresAtTheSecondTryAsync(context, tickets, trouble);
    }

    // MySqlConnector gives the failure no number, so that Pomelo's strategy repeats it only if it is told number 0; Connector/NET gives it one that its strategy knows.
    [Fact]
    public async Task A_strategy_that_is_told_error_0_repeats_a_broken_connection()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        BeforeStatement trouble = new(2, command => Trouble.KillAsync(command, database));
        await using ModelContext context = database.Context(options => options
            .UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), [0]))
            .AddInterceptors(trouble));

        await StoresAtTheSecondTryAsync(context, tickets, trouble);
    }

    [Fact]
    public async Task An_error_of_the_data_is_not_repeated()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        tickets[250].Token = tickets[10].Token;
        BeforeStatement nothing = new(0, _ => Task.CompletedTask);
        await using ModelContext context = Retrying(database, nothing);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(tickets, new() { BatchRows = 100, FindFailingRow = false }, Token));

        Assert.Equal(1062, Trouble.Number(failure.InnerException));
        Assert.IsAssignableFrom<DbException>(failure.InnerException);
        Assert.Equal(3, nothing.Seen);
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    // The transaction and the call in it are the strategy's unit.
    private static async Task StoresAtTheSecondTryAsync(ModelContext context, List<Ticket> tickets, BeforeStatement trouble)
    {
        int tries = 0;

        await context.Database.CreateExecutionStrategy().ExecuteAsync(async token =>
        {
            tries++;
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(token);
            await context.BulkInsertAsync(tickets, new() { BatchRows = 100 }, token);
            await transaction.CommitAsync(token);
        }, Token);

        Assert.Equal((2, 5), (tries, trouble.Seen));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    private static ModelContext Retrying(TestDatabase database, params BeforeStatement[] interceptors)
        => database.Context(options => Retry(options, database).AddInterceptors(interceptors));

    private static DbContextOptionsBuilder Retry(DbContextOptionsBuilder options, TestDatabase database)
        => options.UseMySql(
            database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), null));
}
