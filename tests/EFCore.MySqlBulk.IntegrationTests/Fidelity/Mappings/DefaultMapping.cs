using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A column of the type has a default, which every other row leaves to the server.</summary>
internal sealed class DefaultMapping<TValue>(StoredType type) : TypeMapping<Paired<TValue>>(type)
    where TValue : notnull
{
    // The same for every seed: it is part of the schema.
    private const ulong Seed = 1;

    public override void Model(ModelBuilder model) => model.Entity<Paired<TValue>>(entity =>
    {
        entity.ToTable(Table("defaulted"));
        MapShort(entity.Property(row => row.Value).HasDefaultValue(Type.Keys(Seed, SampleRows.Narrow)[1]).Metadata);
    });

    public override void Change(DbContext context, Paired<TValue> entity, SampleRows sample, int row)
    {
        TValue[] values = Keys<TValue>(sample);
        entity.Value = values[(row + 1) % values.Length];
    }

    protected override List<Paired<TValue>> Rows(SampleRows sample)
        => [.. Keys<TValue>(sample).SelectMany((value, i) => new[] { new Paired<TValue> { Payload = i }, new() { Value = value, Payload = -i } })];
}
