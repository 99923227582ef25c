using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Rows have an alternate key of the type.</summary>
internal sealed class AlternateKeyMapping<TValue>(StoredType type) : TypeMapping<Paired<TValue>>(type)
    where TValue : notnull
{
    public override void Model(ModelBuilder model) => model.Entity<Paired<TValue>>(entity =>
    {
        entity.ToTable(Table("alternate")).HasAlternateKey(row => row.Value);
        MapShort(entity.Property(row => row.Value).ValueGeneratedNever().Metadata);
    });

    public override void Change(DbContext context, Paired<TValue> entity, SampleRows sample, int row) => entity.Payload += 100;

    protected override List<Paired<TValue>> Rows(SampleRows sample) => [.. Keys<TValue>(sample).Select((key, i) => new Paired<TValue> { Value = key, Payload = i })];
}
