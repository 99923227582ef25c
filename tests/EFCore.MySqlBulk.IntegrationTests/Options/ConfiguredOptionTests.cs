using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>A lambda sets a call's options as an initializer does.</summary>
[BothServers]
public abstract class ConfiguredOptionTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task A_lambda_sets_options_of_a_call()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Item.Model);
        await using ModelContext context = database.Context();
        Item[] items = [.. Enumerable.Range(1, 10).Select(i => new Item { Code = i, Value = 1, Other = 1 })];
        BulkResult inserted = await context.BulkInsertAsync(items, o => (o.ReturnKeys, o.BatchRows) = (false, 5), Token);
        Assert.Equal((10L, 2), (inserted.RowsInserted, inserted.Statements));
        Assert.All(items, item => Assert.Equal(0, item.Id));

        Array.ForEach(items, item => (item.Value, item.Other) = (2, 2));
        BulkResult updated = context.Set<Item>().BulkUpdate(items, o =>
        {
            o.Match = item => item.Code;
            o.Update = item => item.Value;
        });
        Assert.Equal(10, updated.RowsUpdated);
        Assert.All(await context.Set<Item>().AsNoTracking().ToListAsync(Token), item => Assert.Equal((2, 1), (item.Value, item.Other)));

        BulkExplanation explained = await context.ExplainBulkInsertAsync(items, o => o.Strategy = BulkStrategy.RowByRow, Token);
        Assert.Equal(BulkStrategy.RowByRow, explained.Strategy);
    }
}
