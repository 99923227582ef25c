using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Owned entities are in their owner's row or in tables of their own, and owned ones own others.</summary>
public sealed class OwnedStory : SaveStory
{
    public override int BulkRuns => 15;

    public override void Model(ModelBuilder model) => model.Entity<Shop>(shop =>
    {
        shop.ToTable("shops");
        shop.OwnsOne(s => s.Home, home => home.OwnsOne(h => h.Spot));
        shop.OwnsOne(s => s.Office, office =>
        {
            office.ToTable("offices");
            office.OwnsOne(o => o.Spot);
        });
        shop.OwnsMany(s => s.Offers, offers =>
        {
            offers.ToTable("offers");
            offers.OwnsMany(o => o.Prices).ToTable("prices");
        });
    });

    public override IEnumerable<SaveStep> Steps()
    {
        List<Shop> shops = [.. Numbers().Select(NewShop)];
        yield return Then(context => context.AddRange(shops));
        yield return Then(_ => shops.ForEach(shop =>
        {
            shop.Home!.Spot!.X++;
            shop.Offers[0].Prices[0].Amount *= 2;
            if (shop.Office is { } office)
                office.City += "'";
        }));

        // They are exchanged, taken away and added.
        yield return Then(_ => shops.ForEach(shop =>
        {
            shop.Home = new() { City = "new", Spot = new() { X = -1 } };
            shop.Office = shop.Office is null ? new() { City = "late", Spot = new() { X = 3 } } : null;
            shop.Offers[0].Prices.RemoveAt(0);
            shop.Offers.Add(new() { Name = "added", Prices = [new() { Amount = 1 }, new() { Amount = 2 }] });
        }));
        yield return Then(_ => shops.ForEach(shop => (shop.Home, shop.Office) = (null, null)));
        yield return Then(_ => shops.ForEach(shop => shop.Offers.Clear()));
        yield return Anew(context => context.RemoveRange(context.Set<Shop>().OrderBy(shop => shop.Id)));
    }

    private static Shop NewShop(int i) => new()
    {
        Name = $"shop {i}",
        Home = new() { City = $"city {i}", Spot = new() { X = i } },
        Office = i % 2 == 0 ? null : new() { City = $"office {i}", Spot = new() { X = i / 2.0 } },
        Offers = [new() { Name = $"offer {i}", Prices = [.. Numbers(2).Select(j => new Price { Amount = i + (j / 100m) })] }, new() { Name = "empty" }],
    };

    private sealed class Shop
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Place? Home { get; set; }

        public Place? Office { get; set; }

        public List<Offer> Offers { get; set; } = [];
    }

    private sealed class Place
    {
        public string City { get; set; } = "";

        public Spot? Spot { get; set; }
    }

    private sealed class Spot
    {
        public double X { get; set; }
    }

    private sealed class Offer
    {
        public string Name { get; set; } = "";

        public List<Price> Prices { get; set; } = [];
    }

    private sealed class Price
    {
        public decimal Amount { get; set; }
    }
}
