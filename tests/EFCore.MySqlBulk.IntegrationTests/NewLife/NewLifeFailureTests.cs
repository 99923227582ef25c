using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using EFCore.MySqlBulk.NewLife;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>Whatever goes wrong over NewLife.MySql, nothing is stored, and the context still works.</summary>
[BothServers]
public abstract class NewLifeFailureTests(Servers servers, ServerKind kind)
{
    private const BulkStrategy Array = BulkStrategy.PipelinedArrayBatch;
    private const int Rows = 500;
    private const int Contended = 300;
    private const int First = 50;

    private static readonly ServerOptions WithThreads = new() { PerformanceSchema = true };

    [Theory]
    [InlineData(0, true)]
    [InlineData(0, false)]
    [InlineData(700, true)]
    [InlineData(700, false)]
    [InlineData(1_199, true)]
    public async Task A_refused_row_is_named_and_nothing_is_stored(int index, bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> stored = await Tickets.SeedAsync(database.Plain, 1, first: 10_000);
        List<Ticket> tickets = Tickets.New(1_200);
        tickets[index].Token = 10_000;
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { Strategy = Array }));

        Assert.Equal((index, 1062, false), (refused.RowIndex, Trouble.Number(refused), refused.TransactionLost));
        Assert.Equal("23000", Assert.IsAssignableFrom<DbException>(refused.InnerException).SqlState);
        Assert.Equal(Tickets.Values(stored), await Tickets.StoredAsync(database.Plain));
        tickets[index].Token = 10_001;
        Assert.Equal(1_200, (await context.InsertAsync(isAsync, tickets, new() { Strategy = Array })).RowsInserted);
        Assert.Equal(Tickets.Values([.. stored, .. tickets]), await Tickets.StoredAsync(database.Plain));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, false)]
    public async Task After_a_deadlock_nothing_is_stored(Operation operation, bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(operation, database.Plain, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database.Plain);
        await using Rival rival = await Rival.BeginAsync(database.Plain, operation, Contended);
        await using ModelContext context = database.Context();

        // A stream is not retried.
        Task<BulkResult> call = Task.Run(() => context.RunAsync(operation, isAsync, tickets.Select(ticket => ticket), Rows, Array));
        await WaitsAsync(database, call);
        await rival.TouchAsync(First);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => call);
        Assert.Equal((1213, true), (Trouble.Number(failure), failure.TransactionLost));
        await rival.RollbackAsync();
        Assert.Equal(before, await Tickets.StoredAsync(database.Plain));
        await context.RunAsync(operation, isAsync, tickets, Rows, Array);
        Assert.Equal(Tickets.After(operation, tickets).Count, (await Tickets.StoredAsync(database.Plain)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_waits_too_long_ends_the_call(bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database.Plain, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database.Plain);
        await using Rival rival = await Rival.BeginAsync(database.Plain, Operation.Update, Contended);
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.UpdateAsync(isAsync, tickets, new() { Strategy = Array, Timeout = TimeSpan.FromSeconds(1) }));

        Assert.Contains("A statement took longer than 00:00:01", failure.Message, StringComparison.Ordinal);
        // The server has ended the session, so its locks are gone.
        await rival.TouchAsync(First);
        await rival.RollbackAsync();
        Assert.Equal(before, await Tickets.StoredAsync(database.Plain));
        Assert.Equal(Rows, (await context.UpdateAsync(isAsync, tickets, new() { Strategy = Array })).RowsUpdated);
    }

    [Fact]
    public async Task A_waiting_call_can_be_cancelled()
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database.Plain, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database.Plain);
        await using Rival rival = await Rival.BeginAsync(database.Plain, Operation.Update, Contended);
        await using ModelContext context = database.Context();
        using CancellationTokenSource cancellation = new();

        Task<BulkResult> call = context.BulkUpdateAsync(tickets, new() { Strategy = Array }, cancellation.Token);
        await WaitsAsync(database, call);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await rival.TouchAsync(First);
        await rival.RollbackAsync();
        Assert.Equal(before, await Tickets.StoredAsync(database.Plain));
        Assert.Equal(Rows, (await context.BulkUpdateAsync(tickets, new() { Strategy = Array })).RowsUpdated);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task After_the_connection_was_killed_nothing_is_stored(bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database.Plain, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database.Plain);
        await using Rival rival = await Rival.BeginAsync(database.Plain, Operation.Update, Contended);
        await using ModelContext context = database.Context();

        Task<BulkResult> call = Task.Run(() => context.UpdateAsync(isAsync, tickets, new() { Strategy = Array }));
        await database.Plain.ExecuteAsync($"KILL {await WaitsAsync(database, call)}");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => call);
        Assert.True(failure.TransactionLost);
        await rival.RollbackAsync();
        Assert.Equal(before, await Tickets.StoredAsync(database.Plain));
        Assert.Equal(Rows, (await context.UpdateAsync(isAsync, tickets, new() { Strategy = Array })).RowsUpdated);
    }

    [Fact]
    public async Task A_row_that_is_too_wide_is_refused_and_the_widest_is_not()
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> tickets = Tickets.New(600);
        await using ModelContext context = database.Context();
        // There are 28 bytes around three values, two of which take 12.
        tickets[10].Name = new('x', 8_000 - 28 - 12 - 3);
        tickets[580].Name = new('x', 8_000 - 28 - 12 - 2);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, new() { Strategy = Array }));

        Assert.Equal(580, refused.RowIndex);
        Assert.Contains("NewLife.MySql sends at most 8,000 bytes per row", refused.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database.Plain));
        tickets[580].Name = tickets[10].Name;
        await context.BulkInsertAsync(tickets, new() { Strategy = Array });
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database.Plain));
    }

    [Fact]
    public async Task A_row_that_no_longer_exists_is_named()
    {
        await using NewLifeDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(Operation.Update, database.Plain, Rows);
        await database.Plain.ExecuteAsync("DELETE FROM tickets WHERE Token = 77");
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database.Plain);
        await using ModelContext context = database.Context();

        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkUpdateAsync(tickets, new() { Strategy = Array }));

        Assert.Equal([76], missed.RowIndexes);
        Assert.Equal(before, await Tickets.StoredAsync(database.Plain));
    }

    [Theory]
    [InlineData("WITH one AS (SELECT {0} AS n) SELECT n FROM one")]
    [InlineData("CALL rows_of({0})")]
    public async Task A_statement_that_returns_rows_is_refused(string statement)
    {
        await using NewLifeDatabase database = await CreateAsync();
        await database.Plain.ExecuteAsync("CREATE PROCEDURE rows_of(n INT) SELECT n");
        await using ModelContext context = database.Context();

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkExecuteRawAsync(Enumerable.Range(0, 200), statement, n => n, new() { Strategy = Array }));

        Assert.Contains("A statement that returns rows cannot run over NewLife.MySql", refused.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_outside_a_transaction_is_noticed_at_once(bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync();
        IOBehavior io = isAsync ? IOBehavior.Asynchronous : IOBehavior.Synchronous;
        DriverSession session = await DriverSession.OpenAsync(ConnectionSettings.Read(database.Own.ConnectionString), database.User, io, TestContext.Current.CancellationToken);
        List<DriverStatement> rows = [.. Enumerable.Range(1, 200).Select(n => new DriverStatement([n], null, 100))];
        (int prepared, int parameters) = await session.PrepareAsync("INSERT INTO ballast VALUES (?)");
        Assert.Equal(1, parameters);

        await session.SetAsync(["SET autocommit=0"]);
        await session.SendAsync(prepared, rows, 0, new FlightOutcomes(200) { First = 0 });
        await session.SetAsync(["ROLLBACK", "SET autocommit=1"]);
        await Assert.ThrowsAsync<TransactionEndedException>(() => session.SendAsync(prepared, rows, 0, new FlightOutcomes(200) { First = 0 }));

        Assert.False(session.IsUsable);
        session.Close();
    }

    // Returns the number of the session that has waited for a second. InnoDB does not refresh its table of transactions while somebody keeps reading it.
    private static async Task<long> WaitsAsync(NewLifeDatabase database, Task call)
    {
        // MySQL's process list fails if another session's statement contains bytes that are not valid text.
        string waiting = database.Plain.Server.Server.Kind == ServerKind.MySql
            ? $"SELECT processlist_id FROM performance_schema.threads WHERE processlist_user = '{database.User}' AND processlist_command = 'Execute' AND processlist_time >= 1"
            : $"SELECT id FROM information_schema.processlist WHERE user = '{database.User}' AND command = 'Execute' AND time >= 1";
        List<object?[]> found;
        while ((found = await database.Plain.QueryAsync(waiting)).Count == 0)
        {
            if (await Task.WhenAny(call, Task.Delay(50, TestContext.Current.CancellationToken)) == call)
                await call;
        }

        return Convert.ToInt64(found[0][0], System.Globalization.CultureInfo.InvariantCulture);
    }

    private async Task<NewLifeDatabase> CreateAsync()
    {
        NewLifeDatabase database = await NewLifeDatabase.CreateAsync(await servers.OfAsync(kind, kind == ServerKind.MySql ? WithThreads : null), Tickets.Model);
        await database.Plain.ExecuteAsync("CREATE TABLE ballast (n INT)");
        return database;
    }
}
