using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>A row of three columns.</summary>
internal sealed class NarrowRow : ShapedRow
{
    public static Shape<NarrowRow> Shape { get; } = new("bench_narrow", [nameof(Number), nameof(Name)], Of);

    public int Number { get; set; }

    public string Name { get; set; } = "";

    public override void CopyTo(object?[] values) => (values[0], values[1]) = (Number, Name);

    public static void Map(EntityTypeBuilder<NarrowRow> row)
    {
        row.ToTable(Shape.Table).HasIndex(r => r.Number);
        row.Property(r => r.Name).HasMaxLength(50);
    }

    private static NarrowRow Of(BenchUser user) => new() { Id = user.Id, Number = user.Age, Name = user.Name };
}
