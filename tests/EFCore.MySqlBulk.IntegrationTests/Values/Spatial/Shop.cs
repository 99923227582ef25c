using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Values.Spatial;

/// <summary>A row with spatial columns, one of which may be NULL.</summary>
internal sealed class Shop
{
    public int Id { get; set; }

    public int Number { get; set; }

    public Place Here { get; set; } = Place.At(0, 0, 0);

    public Place? Before { get; set; }

    public static void Model(ModelBuilder model) => model.Entity<Shop>(shop =>
    {
        shop.ToTable("shops");
        shop.HasIndex(s => s.Number).IsUnique();
        foreach (string property in (string[])[nameof(Here), nameof(Before)])
            ((IMutableProperty)shop.Property<Place>(property).Metadata).SetTypeMapping(new PlaceMapping("geometry"));
        shop.Property(s => s.Here).IsRequired();
    });

    /// <summary>Shops that have moved so many times.</summary>
    public static List<Shop> New(int count, int moves = 0)
        => [.. Enumerable.Range(1, count).Select(i => new Shop { Number = i, Here = Place.At(0, i, moves), Before = (i + moves) % 3 == 0 ? null : Place.At(0, i, moves - 0.5) })];
}
