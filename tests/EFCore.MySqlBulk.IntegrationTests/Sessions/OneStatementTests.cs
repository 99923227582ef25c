#if CONNECTORNET
// The other drivers always accept several statements in one command.
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>With <c>AllowBatch=False</c> the server refuses several statements in one command. Every operation works even so, or says why it cannot.</summary>
[BothServers]
public abstract class OneStatementTests(Servers servers, ServerKind kind)
{
    public enum Around
    {
        Nothing,
        OwnTransaction,
        CallersTransaction,
        LaxSession,
    }

    [Theory]
    [InlineData(Around.Nothing, true)]
    [InlineData(Around.Nothing, false)]
    [InlineData(Around.OwnTransaction, true)]
    [InlineData(Around.OwnTransaction, false)]
    [InlineData(Around.CallersTransaction, true)]
    [InlineData(Around.CallersTransaction, false)]
    [InlineData(Around.LaxSession, true)]
    [InlineData(Around.LaxSession, false)]
    public async Task Every_call_works(Around around, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        foreach (int rows in FullRun.IsAsked ? (int[])[1, 30, 300, 3_500] : [1, 30, 3_100])
        {
            await database.ExecuteAsync("DELETE FROM tickets");
            await using ModelContext context = database.Context(o => o.UseMySqlBulk());
            await using IDbContextTransaction? transaction = await PrepareAsync(context, around);
            List<Ticket> tickets = Tickets.New(rows);

            await context.InsertAsync(isAsync, tickets);
            await StoredAsync(tickets);
            tickets.ForEach(ticket => ticket.Name += "!");
            await context.UpdateAsync(isAsync, tickets);
            await StoredAsync(tickets);
            tickets.ForEach(ticket => ticket.Score++);
            tickets.AddRange(Tickets.New(rows, 10_000));
            await context.BulkInsertOrUpdateAsync(tickets, cancellationToken: Token);
            await StoredAsync(tickets);
            tickets.AddRange(Tickets.New(rows, 20_000));
            await context.BulkInsertIfAbsentAsync(tickets, cancellationToken: Token);
            await StoredAsync(tickets);
            tickets.RemoveRange(0, rows);
            tickets.ForEach(ticket => ticket.Name += "?");
            tickets.AddRange(Tickets.New(rows, 30_000));
            await context.BulkSynchronizeAsync(tickets, new() { WholeTable = true }, Token);
            await StoredAsync(tickets);
            Assert.Equal(Tickets.Values(tickets), Tickets.Values((await context.Set<Ticket>().BulkReadAsync([.. tickets.Select(t => t.Id)], cancellationToken: Token)).Select(t => t!)));
            await context.BulkExecuteRawAsync(tickets, "UPDATE tickets SET Score = {0} WHERE Id = {1}", t => (t.Score + 1, t.Id), cancellationToken: Token);
            tickets.ForEach(ticket => ticket.Score++);
            await StoredAsync(tickets);
            await context.DeleteAsync(isAsync, tickets[..rows]);
            tickets.RemoveRange(0, rows);
            await context.Set<Ticket>().BulkDeleteByKeyAsync([.. tickets[..rows].Select(t => t.Id)], cancellationToken: Token);
            tickets.RemoveRange(0, rows);
            await StoredAsync(tickets);
            if (transaction is not null)
                await transaction.CommitAsync(Token);
            Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));

            async Task StoredAsync(List<Ticket> expected) => Assert.Equal(Tickets.Values(expected), await Tickets.StoredAsync(context));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Every_strategy_works_or_says_why(bool inTransaction)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        if (!inTransaction)
            context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        foreach (BulkStrategy strategy in Enum.GetValues<BulkStrategy>().Where(s => s is not (BulkStrategy.None or BulkStrategy.PipelinedArrayBatch)))
        {
            List<Ticket> tickets = Tickets.New(40);
            await WorksAsync(strategy, () => context.BulkInsertAsync(tickets, new() { Strategy = strategy, BatchRows = 8 }, Token), tickets);
            if (tickets[0].Id == 0)
                await context.BulkInsertAsync(tickets, cancellationToken: Token);
            List<Ticket> changed = [.. tickets.Select(t => new Ticket { Id = t.Id, Token = t.Token, Name = "changed" })];
            await WorksAsync(strategy, () => context.BulkUpdateAsync(changed, new() { Strategy = strategy, BatchRows = 8 }, Token), changed);
            await WorksAsync(strategy, () => context.BulkDeleteAsync(tickets, new() { Strategy = strategy, BatchRows = 8 }, Token), []);
            await database.ExecuteAsync("DELETE FROM tickets");
        }

        async Task WorksAsync(BulkStrategy strategy, Func<Task<BulkResult>> call, List<Ticket> after)
        {
            try
            {
                await call();
                Assert.Equal(Tickets.Values(after), await Tickets.StoredAsync(database));
            }
            catch (InvalidOperationException refused)
            {
                Assert.StartsWith($"BulkStrategyOptions.Strategy = {strategy} is not possible for this ", refused.Message, StringComparison.Ordinal);
                if (strategy == BulkStrategy.MultiStatement)
                    Assert.Contains("only one statement per command", refused.Message, StringComparison.Ordinal);
            }
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_refused_row_is_named_and_nothing_is_stored(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, Tickets.New(1, 17));
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(40)));
        Assert.Equal((16, 1062), (refused.RowIndex, refused.ErrorNumber));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SaveChanges_in_bulk_saves_what_SaveChanges_saves(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        // Values that come with the key are read back in a statement behind the insert; a row that brings its key needs none.
        List<Ticket> tickets = [.. Enumerable.Range(1, 200).Select(i => new Ticket { Id = i, Token = i })];
        context.AddRange(tickets);
        Assert.Equal(200, await context.SaveAsync(isBulk: true, isAsync, Token));
        tickets.ForEach(ticket => ticket.Name = "saved");
        Assert.Equal(200, await context.SaveAsync(isBulk: true, isAsync, Token));
        List<Ticket> generated = Tickets.New(200, 1_000);
        context.AddRange(generated);
        Assert.Equal(200, await context.SaveAsync(isBulk: true, isAsync, Token));
        Assert.Equal(Tickets.Values(tickets.Concat(generated)), await Tickets.StoredAsync(database));
        context.RemoveRange(tickets);
        Assert.Equal(200, await context.SaveAsync(isBulk: true, isAsync, Token));
        Assert.Equal(Tickets.Values(generated), await Tickets.StoredAsync(database));
    }

    private static async Task<IDbContextTransaction?> PrepareAsync(ModelContext context, Around around)
    {
        if (around == Around.Nothing)
            context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        if (around == Around.LaxSession)
        {
            await context.Database.OpenConnectionAsync(Token);
            await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode = ''");
        }

        return around == Around.CallersTransaction ? await context.Database.BeginTransactionAsync(Token) : null;
    }

    private async Task<TestDatabase> CreateAsync()
        => await servers.OfAsync(kind).CreateAsync(Tickets.Model, "AllowBatch=False");
}
#endif
