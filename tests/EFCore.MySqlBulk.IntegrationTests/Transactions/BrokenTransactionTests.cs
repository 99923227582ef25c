using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>The connection breaks in the caller's transaction. What the caller does in that transaction afterwards meets what it meets after <c>SaveChanges</c>: nothing is committed
/// by itself.</summary>
[BothServers]
public abstract class BrokenTransactionTests(Servers servers, ServerKind kind)
{
    public enum Way
    {
        SaveChanges,
        SaveInBulk,
        Insert,
    }

    public enum Afterwards
    {
        SaveChanges,
        SaveInBulk,
        Insert,
        Commit,
        Rollback,
    }

    [Theory]
    [InlineData(Afterwards.SaveChanges, true)]
    [InlineData(Afterwards.SaveChanges, false)]
    [InlineData(Afterwards.SaveInBulk, true)]
    [InlineData(Afterwards.SaveInBulk, false)]
    [InlineData(Afterwards.Commit, true)]
    [InlineData(Afterwards.Commit, false)]
    [InlineData(Afterwards.Rollback, true)]
    [InlineData(Afterwards.Rollback, false)]
    public async Task The_caller_meets_what_SaveChanges_leaves(Afterwards next, bool isAsync)
    {
        Left expected = await LeftByAsync(Way.SaveChanges, next, isAsync);
        foreach (Way way in new[] { Way.SaveInBulk, Way.Insert })
        {
            Left left = await LeftByAsync(way, next, isAsync);
            Assert.Equal(expected, left with { Failure = expected.Failure });
            Assert.Equal(way == Way.Insert ? typeof(BulkOperationException) : expected.Failure, left.Failure);
        }
    }

    [Theory]
    [InlineData(Way.SaveChanges, true)]
    [InlineData(Way.SaveInBulk, false)]
    [InlineData(Way.Insert, true)]
    [InlineData(Way.Insert, false)]
    public async Task A_bulk_call_is_refused_until_the_transaction_is_disposed_of(Way way, bool isAsync)
    {
        Left left = await LeftByAsync(way, Afterwards.Insert, isAsync);
        Assert.Equal((true, typeof(BulkOperationException), 5), (left.IsCurrent, left.Then, left.Stored));
    }

    // What the caller meets after the connection broke: in the transaction, in what comes next, and once the transaction is disposed of.
    private async Task<Left> LeftByAsync(Way way, Afterwards next, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        OnceBefore kills = new("INSERT ", command => Trouble.KillAsync(command, database));
        await using ModelContext context = database.Context(o => o.UseMySqlBulk().AddInterceptors(kills));
        IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        context.Add(new Ticket { Id = 1, Token = 1 });
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();

        kills.IsArmed = true;
        Exception? failure = await Record.ExceptionAsync(() => SendAsync(context, way, isAsync, Tickets.New(100, 100)));
        if (failure is BulkOperationException bulk)
            Assert.Equal((true, BulkOutcome.Nothing), (bulk.TransactionLost, bulk.Outcome));
        bool isCurrent = context.Database.CurrentTransaction == transaction;
        context.ChangeTracker.Clear();

        Exception? then = await Record.ExceptionAsync(() => next switch
        {
            Afterwards.SaveChanges => SendAsync(context, Way.SaveChanges, isAsync, Tickets.New(3, 500)),
            Afterwards.SaveInBulk => SendAsync(context, Way.SaveInBulk, isAsync, Tickets.New(100, 500)),
            Afterwards.Insert => SendAsync(context, Way.Insert, isAsync, Tickets.New(100, 500)),
            Afterwards.Commit => transaction.CommitAsync(Token),
            _ => transaction.RollbackAsync(Token),
        });
        context.ChangeTracker.Clear();
        await transaction.DisposeAsync();
        Assert.Null(context.Database.CurrentTransaction);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Token BETWEEN 1 AND 499"));

        await SendAsync(context, Way.SaveChanges, isAsync, [new() { Id = 10_001, Token = 1_001 }]);
        await using (IDbContextTransaction other = await context.Database.BeginTransactionAsync(Token))
        {
            await SendAsync(context, Way.Insert, isAsync, Tickets.New(4, 2_000));
            await other.CommitAsync(Token);
        }

        return new(failure?.GetType(), isCurrent, then?.GetType(), (await Tickets.StoredAsync(database)).Count);
    }

    private static async Task SendAsync(ModelContext context, Way way, bool isAsync, List<Ticket> tickets)
    {
        if (way == Way.Insert)
        {
            await context.InsertAsync(isAsync, tickets);
            return;
        }

        context.AddRange(tickets);
        await context.SaveAsync(way == Way.SaveInBulk, isAsync, Token);
        context.ChangeTracker.Clear();
    }

    private sealed record Left(Type? Failure, bool IsCurrent, Type? Then, int Stored);
}
