using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>The server computes a column of the type and stores it; the entity gets its value.</summary>
internal sealed class ComputedMapping<TValue>(StoredType type) : TypeMapping<Copied<TValue>>(type)
    where TValue : notnull
{
    public override void Model(ModelBuilder model) => model.Entity<Copied<TValue>>(entity =>
    {
        entity.ToTable(Table("copied"));
        MapShort(entity.Property(row => row.Source).Metadata);
        MapShort(entity.Property(row => row.Copy).HasComputedColumnSql("`Source`", stored: true).Metadata);
    });

    public override void Change(DbContext context, Copied<TValue> entity, SampleRows sample, int row)
    {
        TValue[] values = Keys<TValue>(sample);
        entity.Source = values[(row + 1) % values.Length];
    }

    protected override List<Copied<TValue>> Rows(SampleRows sample) => [.. Keys<TValue>(sample).Select(value => new Copied<TValue> { Source = value })];
}
