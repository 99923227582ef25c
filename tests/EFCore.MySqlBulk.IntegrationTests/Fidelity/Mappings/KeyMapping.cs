using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Rows are found by a key of the type.</summary>
internal sealed class KeyMapping<TKey>(StoredType type) : TypeMapping<Keyed<TKey>>(type)
    where TKey : notnull
{
    public override void Model(ModelBuilder model) => model.Entity<Keyed<TKey>>(entity =>
    {
        entity.ToTable(Table("keyed")).HasKey(row => row.Id);
        MapShort(entity.Property(row => row.Id).ValueGeneratedNever().Metadata);
    });

    public override void Change(DbContext context, Keyed<TKey> entity, SampleRows sample, int row) => entity.Payload += 100;

    protected override List<Keyed<TKey>> Rows(SampleRows sample) => [.. Keys<TKey>(sample).Select((key, i) => new Keyed<TKey> { Id = key, Payload = i })];
}
