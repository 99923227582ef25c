using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>A reader that is open on the connection keeps everything from the server, and breaks nothing; a connection that broke is said to have broken.</summary>
[BothServers]
public abstract class BusyConnectionTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task An_open_reader_does_not_end_the_callers_transaction(bool isFirstCall, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 50);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        // A small call after the first one sends its statement before anything else.
        await context.InsertAsync(isAsync, Tickets.New(5, 1_000));
        await using (ModelContext? other = isFirstCall ? null : database.Context())
            await (other?.InsertAsync(isAsync, Tickets.New(5, 3_000)) ?? Task.CompletedTask);

        await using (IAsyncEnumerator<Ticket> reader = context.Set<Ticket>().AsNoTracking().AsAsyncEnumerable().GetAsyncEnumerator(Token))
        {
            Assert.True(await reader.MoveNextAsync());
            Exception failure = await Assert.ThrowsAnyAsync<Exception>(() => context.InsertAsync(isAsync, Tickets.New(5, 2_000)));
            Assert.True(failure is InvalidOperationException or BulkOperationException { TransactionLost: false, Outcome: BulkOutcome.Nothing, ErrorNumber: 0 }, $"{failure}");
            Assert.DoesNotContain("broke", failure.Message, StringComparison.Ordinal);
            Assert.DoesNotContain("The server refused", failure.Message, StringComparison.Ordinal);
            Assert.Same(transaction, context.Database.CurrentTransaction);
        }

        await context.InsertAsync(isAsync, Tickets.New(5, 2_000));
        await transaction.CommitAsync(Token);
        Assert.Equal(isFirstCall ? 60 : 65, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_connection_that_broke_before_the_call_is_said_to_have_broken(bool isKnown, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        foreach (int rows in (int[])[1, 30, 3_500])
        {
            await using ModelContext context = database.Context();
            await context.Database.OpenConnectionAsync(Token);
            if (isKnown)
                await context.InsertAsync(isAsync, Tickets.New(1, 100_000 + rows));
            object? id = (await TestDatabase.QueryAsync(context, "SELECT CONNECTION_ID()"))[0][0];
            await database.ExecuteAsync($"KILL {id}");
            long before = await database.CountAsync("SELECT COUNT(*) FROM tickets");

            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.InsertAsync(isAsync, Tickets.New(rows), new() { Pipelining = BulkPipelining.Never }));

            Assert.StartsWith("The connection to the server broke: ", failure.Message, StringComparison.Ordinal);
            // A single row needs no transaction, and its statement may have been run.
            Assert.True(failure.Outcome == BulkOutcome.Nothing || rows == 1, $"{failure.Outcome}");
            Assert.Equal(before, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
            await context.InsertAsync(isAsync, Tickets.New(1, 200_000 + rows));
        }
    }
}
