using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>Inserts baskets and the items that they own, in a table of their own. Each row in six is a basket; the next five are its items.</summary>
internal sealed class SaveBaskets(BenchDatabase database) : SaveOperation(database)
{
    public const int ItemsPerBasket = 5;
    public const int RowsPerBasket = ItemsPerBasket + 1;

    public static string Operation { get; } = $"insert, owned collection, {ItemsPerBasket} each";

    public override string Name => Operation;

    // What an entity owns is a part of it.
    public override int InsertedOf(int rows) => (rows + RowsPerBasket - 1) / RowsPerBasket;

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.EmptyAsync("bench_items", "bench_baskets");
        return UserRows.New(count, run);
    }

    public override object[] EntitiesOf(BenchUser[] rows) => rows.Chunk(RowsPerBasket).Select(BasketOf).ToArray();

    // An item has no key that a program sees: its row gets the basket's.
    public override void TakeKeys(object[] entities, BenchUser[] rows)
    {
        for (int i = 0; i < rows.Length; i++)
            rows[i].Id = ((BenchBasket)entities[i / RowsPerBasket]).Id;
    }

    public override async Task VerifyAsync(BenchUser[] rows, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        Dictionary<long, (string, string, DateTime)> baskets = await StoredRows.ReadAsync(
            context, "SELECT Id, Name, Email, CreatedAt FROM bench_baskets", r => (r.GetString(1), r.GetString(2), r.GetDateTime(3)));
        Dictionary<long, (long, string, int, double)> items = await StoredRows.ReadAsync(
            context, "SELECT Id, BenchBasketId, Product, Quantity, Price FROM bench_items", r => (r.GetInt64(1), r.GetString(2), r.GetInt32(3), r.GetDouble(4)));
        Require(baskets.Count + items.Count == rows.Length, technique, $"{baskets.Count} baskets and {items.Count} items are stored instead of {rows.Length} rows");
        // No two items have the same product.
        HashSet<(long, string, int, double)> itemsByBasket = [.. items.Values];
        foreach (BenchUser[] chunk in rows.Chunk(RowsPerBasket))
        {
            BenchUser b = chunk[0];
            // Each key may be taken once, so that no two entities have the same.
            Require(baskets.Remove(b.Id, out var basket) && basket == (b.Name, b.Email, b.CreatedAt), technique, $"basket {b.Id} is stored with other values");
            foreach (BenchUser i in chunk[1..])
                Require(itemsByBasket.Remove((b.Id, i.Name, i.Age, i.Score)), technique, $"an item of basket {b.Id} is missing or stored with other values");
        }
    }

    private static BenchBasket BasketOf(BenchUser[] rows)
    {
        BenchBasket basket = new() { Name = rows[0].Name, Email = rows[0].Email, CreatedAt = rows[0].CreatedAt };
        basket.Items.AddRange(rows.Skip(1).Select(r => new BenchItem { Product = r.Name, Quantity = r.Age, Price = r.Score }));
        return basket;
    }
}
