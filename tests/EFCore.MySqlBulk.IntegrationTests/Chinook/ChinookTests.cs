using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>A whole shop is filled, changed and emptied by bulk calls and by <c>SaveChanges</c> in bulk. After each step every column of every row has the same bytes as with
/// <c>SaveChanges</c>.</summary>
[BothServers]
[OnlyInFullRuns("Fidelity compares every mapping with SaveChanges, and SavedAlike stories of several tables.")]
public abstract class ChinookTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_whole_schema_is_stored_as_SaveChanges_stores_it(bool isAsync)
    {
        RunningServer server = await servers.OfAsync(kind);
        await using TestDatabase plain = await server.CreateAsync(ChinookModel.Build);
        await using TestDatabase saved = await server.CreateAsync(ChinookModel.Build);
        await using TestDatabase called = await server.CreateAsync(ChinookModel.Build);
        await using TestDatabase graphs = await server.CreateAsync(ChinookModel.Build);
        List<ShopMoment> expected = await RunAsync(plain, new SavedShop(plain.Context(), isBulk: false, isAsync));
        SavedShop bulk = new(saved.Context(o => o.UseMySqlBulk(b => b.BulkSaveChanges())), isBulk: true, isAsync);
        int cells = Compare(expected, await RunAsync(saved, bulk), withKeys: true, withStates: true);
        cells += Compare(expected, await RunAsync(called, new SentShop(called, isGraph: false, isAsync)), withKeys: true, withStates: false);
        // A graph generates the keys in the order in which it is walked.
        cells += Compare(expected, await RunAsync(graphs, new SentShop(graphs, isGraph: true, isAsync)), withKeys: false, withStates: false);

        TestContext.Current.TestOutputHelper!.WriteLine($"{cells} cells compared; SaveChanges sent {bulk.RowsInBulk} rows in bulk and {bulk.RowsOfProvider} in the provider's batches");
        Assert.True(cells > 300_000, $"{cells} cells compared");
        // The provider's batches take rows whose neighbours have changed in other columns, and rows that hand on unique values.
        Assert.True(bulk.RowsInBulk > 5 * bulk.RowsOfProvider, $"{bulk.RowsInBulk} rows in bulk, {bulk.RowsOfProvider} in the provider's batches");
    }

    private static async Task<List<ShopMoment>> RunAsync(TestDatabase database, IShopStore store)
    {
        await using IShopStore open = store;
        Shop shop = new();
        List<ShopMoment> moments = [];
        foreach (Func<Shop, Changes> step in ShopSteps.All(store.OrdersUniqueValues))
        {
            Changes changes = step(shop);
            await store.StoreAsync(changes);
            moments.Add(new(changes.Step, await ShopTables.ReadAsync(database), [.. shop.All.Select(Shown)], store.Tracked()));
        }

        return moments;
    }

    // Bulk calls have one more step, of which there is nothing to compare.
    private static int Compare(List<ShopMoment> expected, List<ShopMoment> actual, bool withKeys, bool withStates)
    {
        int cells = 0;
        foreach (ShopMoment plain in expected)
        {
            ShopMoment moment = Assert.Single(actual, moment => moment.Step == plain.Step);
            cells += ShopTables.AssertEqual(plain.Tables, moment.Tables, withKeys);
            if (withKeys)
                Assert.Equal(plain.Entities, moment.Entities);
            if (withStates)
                Assert.Equal(plain.Tracked, moment.Tracked);
        }

        Assert.NotEqual(0, actual[^2].Tables.Rows);
        Assert.Equal(0, actual[^1].Tables.Rows);
        return cells;
    }

    private static string Shown(object entity)
        => string.Join(' ', entity.GetType().GetProperties()
            .Where(property => property.PropertyType.IsValueType || property.PropertyType == typeof(string))
            .Select(property => string.Create(CultureInfo.InvariantCulture, $"{property.Name}={property.GetValue(entity)}")));

    private sealed record ShopMoment(string Step, ShopTables Tables, IReadOnlyList<string> Entities, IReadOnlyList<string> Tracked);
}
