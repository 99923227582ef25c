using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>A row with a generated key, another one, a value that the server computes, and one that may be a concurrency token.</summary>
public sealed class Item
{
    public int Id { get; set; }

    public int Code { get; set; }

    public int Value { get; set; }

    public int Other { get; set; }

    public int? Extra { get; set; }

    public int Doubled { get; set; }

    public int Stamp { get; set; }

    public static void Model(ModelBuilder model) => model.Entity<Item>(item =>
    {
        item.ToTable("items", table => table.HasCheckConstraint("small", "Other < 1000"));
        item.HasIndex(i => i.Code).IsUnique();
        item.Property(i => i.Doubled).HasComputedColumnSql("Value * 2", stored: true);
    });

    public static void ModelWithToken(ModelBuilder model)
    {
        Model(model);
        model.Entity<Item>().Property(item => item.Stamp).IsConcurrencyToken();
    }
}
