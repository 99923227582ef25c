using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>A connection falls silent after many rows, whose rollback takes a while. MySQL no longer knows a session before it has rolled its transaction back, MariaDB after that.</summary>
[BothServers]
public abstract class LongRollbackTests(Servers servers, ServerKind kind)
{
    private const int Rows = 60_000;

    private static readonly BulkInsertOptions InTurn = new() { Strategy = BulkStrategy.PreparedMultiRow, Pipelining = BulkPipelining.Never, Timeout = TimeSpan.FromSeconds(2) };

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task No_row_is_locked_when_the_call_has_failed(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, Trial.Plain);
        await using ModelContext other = database.Context();
        await other.Database.OpenConnectionAsync(Token);

        BulkOperationException failure = await Task.Run(() => Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Silenced(proxy), InTurn)));

        Assert.Equal((BulkOutcome.Nothing, 0L), (failure.Outcome, await StoredUnlockedAsync(other)));
    }

    // The server answers who reads the list of transactions more often than every 100 ms from an old one, and everybody else too.
    [Fact]
    public async Task No_row_is_locked_when_the_call_has_failed_beside_a_monitor_of_transactions()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, Trial.Plain);
        await using ModelContext other = database.Context();
        await other.Database.OpenConnectionAsync(Token);
        using CancellationTokenSource watched = new();
        Task monitor = WatchAsync(database, watched.Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(Silenced(proxy, () => watched.CancelAfter(TimeSpan.FromSeconds(4))), InTurn, Token));

        Assert.Equal((BulkOutcome.Nothing, 0L), (failure.Outcome, await StoredUnlockedAsync(other)));
        await monitor;
    }

    [Fact]
    public async Task An_account_that_cannot_see_transactions_gets_the_same_failure()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using Account account = await Account.CreateAsync(database, "IDENTIFIED BY 'secret'");
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, $"{Trial.Plain};AllowPublicKeyRetrieval=True;User Id={account.Name};Password=secret");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(Silenced(proxy), InTurn, Token));

        Assert.Equal(BulkOutcome.Nothing, failure.Outcome);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    private static async Task WatchAsync(TestDatabase database, CancellationToken until)
    {
        for (; !until.IsCancellationRequested; await Task.Delay(10, Token))
            await database.CountAsync("SELECT COUNT(*) FROM information_schema.INNODB_TRX");
    }

    private static async Task<long> StoredUnlockedAsync(ModelContext context)
        => Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT COUNT(*) FROM (SELECT Id FROM tickets FOR UPDATE NOWAIT) AS t"))[0][0], CultureInfo.InvariantCulture);

    private static IEnumerable<Ticket> Silenced(FaultProxy proxy, Action? then = null)
    {
        foreach (Ticket ticket in Tickets.New(Rows))
        {
            if (ticket.Token == Rows)
            {
                proxy.Links.Last().Cut();
                then?.Invoke();
            }

            yield return ticket;
        }
    }
}
