using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>Every row gets its own generated key, whoever else writes at the same time.</summary>
[BothServers]
public abstract class ParallelWritersTests(Servers servers, ServerKind kind)
{
    private const int Writers = 16;

    [Theory]
    [InlineData(1, 10)]
    [InlineData(99, 4)]
    [InlineData(100, 4)]
    [InlineData(101, 4)]
    [InlineData(10_000, 1)]
    public async Task Every_writers_keys_are_those_of_its_own_rows(int rows, int calls)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket>[][] written = await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(async () =>
        {
            List<Ticket>[] lists = [.. Enumerable.Range(0, calls).Select(call => Tickets.New(rows, 1 + (((writer * calls) + call) * rows)))];
            await using ModelContext context = database.Context();
            foreach (List<Ticket> tickets in lists)
                await context.InsertAsync(isAsync: writer % 2 == 0, tickets);
            return lists;
        })));

        Assert.Equal(KeysByToken(written.SelectMany(lists => lists).SelectMany(list => list)), await StoredKeysAsync(database));
    }

    [Theory]
    [InlineData(BulkStrategy.MultiRowValues)]
    [InlineData(BulkStrategy.PreparedMultiRow)]
    public async Task Sessions_with_different_increments_write_together(BulkStrategy strategy)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        int[] increments = [1, 7, 10, 1, 7, 10];
        List<Ticket>[] written = await Task.WhenAll(increments.Select((increment, writer) => Task.Run(async () =>
        {
            List<Ticket> all = [];
            await using ModelContext context = database.Context();
            await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
            await TestDatabase.ExecuteAsync(context, $"SET SESSION auto_increment_increment = {increment}, auto_increment_offset = {Math.Min(increment, 3)}");
            for (int call = 0; call < 10; call++)
            {
                List<Ticket> tickets = Tickets.New(50, 1 + (writer * 1_000) + (call * 50));
                await context.BulkInsertAsync(tickets, new() { BatchRows = 20, Strategy = strategy }, TestContext.Current.CancellationToken);
                all.AddRange(tickets);
            }

            return all;
        })));

        Assert.Equal(KeysByToken(written.SelectMany(list => list)), await StoredKeysAsync(database));
    }

    private static List<(int, long)> KeysByToken(IEnumerable<Ticket> tickets) => [.. tickets.OrderBy(t => t.Token).Select(t => (t.Token, t.Id))];

    private static async Task<List<(int, long)>> StoredKeysAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return KeysByToken(await context.Set<Ticket>().AsNoTracking().ToListAsync(TestContext.Current.CancellationToken));
    }
}
