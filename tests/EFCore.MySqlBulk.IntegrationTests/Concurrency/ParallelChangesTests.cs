using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Concurrency;

/// <summary>Calls that run at the same time as each other and as other writers.</summary>
[BothServers]
public abstract class ParallelChangesTests(Servers servers, ServerKind kind)
{
    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task Eight_updates_of_the_same_shuffled_rows_do_not_deadlock()
    {
        const int tasks = 8;
        const int rows = 2_000;
        int rounds = FullRun.IsAsked ? 50 : 5;
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, rows);
        int done = 0;
        long started = Stopwatch.GetTimestamp();

        // A slow machine gets fewer rounds, but every task gets some.
        await Task.WhenAll(Enumerable.Range(0, tasks).Select(task => Task.Run(async () =>
        {
            Random random = new(task);
            await using ModelContext context = database.Context();
            for (int round = 0; round < rounds && (round < 2 || Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(10)); round++)
            {
                Ticket[] mine = [.. stored.Select(t => new Ticket { Id = t.Id, Token = t.Token, Name = t.Name, Score = (task * 1_000) + round })];
                random.Shuffle(mine);
                await context.UpdateAsync(isAsync: task % 2 == 0, mine, new() { BatchRows = 500 });
                Interlocked.Increment(ref done);
            }
        })));

        Assert.InRange(done, tasks * 2, tasks * rounds);
        Assert.Single((await Tickets.StoredAsync(database)).Select(t => t.Score).Distinct());
    }

    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task Eight_deletes_of_the_same_shuffled_rows_delete_each_once()
    {
        const int tasks = 8;
        const int rows = 2_000;
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        for (int round = 0; round < 3; round++)
        {
            List<Ticket> stored = await Tickets.SeedAsync(database, rows);
            BulkResult[] results = await Task.WhenAll(Enumerable.Range(0, tasks).Select(task => Task.Run(async () =>
            {
                Ticket[] mine = [.. stored];
                new Random(task).Shuffle(mine);
                await using ModelContext context = database.Context();
                return await context.DeleteAsync(isAsync: task % 2 == 0, mine, new() { BatchRows = 500, NotFound = NotFoundRows.Ignore });
            })));

            Assert.Equal(rows, results.Sum(result => result.RowsDeleted));
            Assert.Empty(await Tickets.StoredAsync(database));
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData(BulkStrategy.KeyList)]
    [InlineData(BulkStrategy.ValuesJoin)]
    [InlineData(BulkStrategy.PreparedValuesJoin)]
    public async Task A_delete_of_the_newest_rows_lets_others_insert(BulkStrategy? strategy)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        Assert.SkipWhen(strategy == BulkStrategy.KeyList && kind == ServerKind.MariaDb, "MariaDB may scan and lock the whole table for a list of keys.");
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Ticket>());
        List<Ticket> tickets = await Tickets.SeedAsync(database, 6_000);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await context.BulkDeleteAsync(tickets[^1_500..], new() { Strategy = strategy }, Token);

        await using ModelContext other = database.Context();
        await other.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(other, "SET SESSION innodb_lock_wait_timeout = 2");
        await other.BulkInsertAsync(Tickets.New(20, 10_000), cancellationToken: Token);
        Assert.Equal(6_020, (await Tickets.StoredAsync(other)).Count);
        await transaction.CommitAsync(Token);
        Assert.Equal(4_520, (await Tickets.StoredAsync(other)).Count);
    }

    [Theory]
    [InlineData(Operation.Update)]
    [InlineData(Operation.Delete)]
    public async Task A_call_lets_others_change_the_rows_that_it_does_not_name(Operation operation)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 6_000);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await context.RunAsync(operation, isAsync: true, tickets[1_000..2_500], 1_000);

        await using ModelContext other = database.Context();
        await other.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(other, "SET SESSION innodb_lock_wait_timeout = 2");
        await TestDatabase.ExecuteAsync(other, $"UPDATE tickets SET Name = 'other' WHERE Id IN ({tickets[999].Id}, {tickets[2_500].Id})");
        await transaction.CommitAsync(Token);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'other'"));
    }
}
