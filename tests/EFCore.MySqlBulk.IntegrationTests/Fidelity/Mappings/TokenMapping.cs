using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Rows have a concurrency token of the type.</summary>
internal class TokenMapping<TValue>(StoredType type) : TypeMapping<Paired<TValue>>(type)
    where TValue : notnull
{
    public override void Model(ModelBuilder model) => model.Entity<Paired<TValue>>(entity =>
    {
        entity.ToTable(Table("guarded"));
        Map(entity.Property(row => row.Value).IsConcurrencyToken().Metadata);
    });

    public override void Change(DbContext context, Paired<TValue> entity, SampleRows sample, int row) => entity.Payload += 100;

    // A token is compared, so it must not be rounded; one that cannot be a key is compared as it is.
    protected override List<Paired<TValue>> Rows(SampleRows sample)
    {
        object[] values = Type.Key is null ? sample.Values(Type) : sample.Keys(Type);
        return [.. values.Select((value, i) => new Paired<TValue> { Value = (TValue)value, Payload = i })];
    }
}
