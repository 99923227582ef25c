using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Rows are found by a key of two columns, one of which has the type.</summary>
internal sealed class CompositeKeyMapping<TValue>(StoredType type) : TypeMapping<Paired<TValue>>(type)
    where TValue : notnull
{
    public override void Model(ModelBuilder model) => model.Entity<Paired<TValue>>(entity =>
    {
        entity.ToTable(Table("paired")).HasKey(row => new { row.Id, row.Value });
        entity.Property(row => row.Id).ValueGeneratedNever();
        MapShort(entity.Property(row => row.Value).ValueGeneratedNever().Metadata);
    });

    public override void Change(DbContext context, Paired<TValue> entity, SampleRows sample, int row) => entity.Payload += 100;

    protected override List<Paired<TValue>> Rows(SampleRows sample)
        => [.. Keys<TValue>(sample).SelectMany((key, i) => Enumerable.Range(0, 2).Select(part => new Paired<TValue> { Id = part, Value = key, Payload = i }))];
}
