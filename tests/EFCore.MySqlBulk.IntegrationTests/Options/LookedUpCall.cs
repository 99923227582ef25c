using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>Calls whose rows are looked up before they are written: the first half of them is stored, and so is a row that is not given.</summary>
public sealed class LookedUpCall(TestDatabase database, BulkOptions plain, BulkPipelining pipelining, bool byCode, int rows)
{
    private const int NotGiven = 999_999;

    /// <summary>The operation's options with none of them set but what it cannot do without.</summary>
    public BulkOptions Plain => plain;

    public int Rows => rows;

    public int Stored => rows / 2;

    public int New => rows - Stored;

    /// <summary>The rows of the next call, with other values than the stored ones have.</summary>
    public List<Item> Items { get; private set; } = [];

    /// <summary>Starts over.</summary>
    public async Task ResetAsync()
    {
        await database.ExecuteAsync("TRUNCATE TABLE items");
        Items = [.. Enumerable.Range(1, rows).Select(i => new Item { Code = i, Value = 1, Other = 1, Extra = 1 })];
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([.. Items.Take(Stored), new Item { Code = NotGiven, Value = 1, Other = 1, Extra = 1 }], cancellationToken: Token);
        foreach (Item item in Items)
        {
            (item.Value, item.Other, item.Extra, item.Doubled) = (-1, -1, -1, 0);
            if (byCode)
                item.Id = 0;
        }
    }

    /// <summary>Empties another table of the same shape.</summary>
    public async Task EmptyAsync(string table)
    {
        await database.ExecuteAsync($"CREATE TABLE IF NOT EXISTS {table} LIKE items");
        await database.ExecuteAsync($"TRUNCATE TABLE {table}");
    }

    /// <summary>The number of rows in a table.</summary>
    public Task<long> CountAsync(string table) => database.CountAsync($"SELECT COUNT(*) FROM {table}");

    /// <summary>What is stored of the rows given, in their order.</summary>
    public async Task<List<Item>> StoredAsync()
    {
        await using ModelContext context = database.Context();
        return await context.Set<Item>().AsNoTracking().Where(item => item.Code != NotGiven).OrderBy(item => item.Code).ToListAsync(Token);
    }

    /// <summary>The row that is not given, if it is still there.</summary>
    public async Task<Item?> NotGivenAsync()
    {
        await using ModelContext context = database.Context();
        return await context.Set<Item>().AsNoTracking().SingleOrDefaultAsync(item => item.Code == NotGiven, Token);
    }

    public async Task<BulkResult> RunAsync(BulkOptions options)
    {
        await using ModelContext context = database.Context();
        BulkResult done = (options with { Pipelining = pipelining }) switch
        {
            BulkInsertOrUpdateOptions<Item> upsert => await context.BulkInsertOrUpdateAsync(Items, byCode ? upsert with { Match = i => i.Code } : upsert, Token),
            BulkInsertIfAbsentOptions<Item> absent => await context.BulkInsertIfAbsentAsync(Items, byCode ? absent with { Match = i => i.Code } : absent, Token),
            BulkSynchronizeOptions<Item> whole => await context.BulkSynchronizeAsync(Items, byCode ? whole with { Match = i => i.Code } : whole, Token),
            _ => throw new ArgumentOutOfRangeException(nameof(options)),
        };
        // Without rows there is nothing to pipeline.
        if (Items.Count > 0)
            Assert.Equal(pipelining == BulkPipelining.Always, done.IsPipelined);
        return done;
    }

    /// <summary>Runs the call and compares what is stored with what it should have made of the rows that were there, and of the new ones.</summary>
    public async Task StoresAsync(BulkOptions options, (int Value, int Other, int? Extra) there, (int Value, int Other, int? Extra) fresh)
    {
        BulkResult done = await RunAsync(options);
        Assert.Equal(New, done.RowsInserted);
        Assert.Equal(
            [.. Enumerable.Repeat(there, Stored), .. Enumerable.Repeat(fresh, New)],
            (await StoredAsync()).Select(item => (item.Value, item.Other, item.Extra)));
    }
}
