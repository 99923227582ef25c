using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Every value is a shadow property, which only a context that tracks the entity can hold.</summary>
internal sealed class ShadowMapping() : WideMapping<Numbered>(
    static model => model.Entity<Numbered>(entity =>
    {
        entity.ToTable("shadows").HasKey(row => row.Number);
        EveryColumn.Map((type, name) => entity.Property(type, name).Metadata, IsOptionalToo);
    }),
    static (_, row) => new() { Section = row },
    static (_, row, entity) => entity.Section = row)
{
    // Our calls know 64 shadow properties.
    private const int Optional = 20;

    public override bool NeedsTracking => true;

    public override void Added(DbContext context, Numbered entity, SampleRows sample, int row)
    {
        EntityEntry entry = context.Entry(entity);
        for (int i = 0; i < StoredTypes.Wide.Count; i++)
        {
            entry.Property(StoredTypes.Wide[i].Property).CurrentValue = sample.Value(i, row);
            if (IsOptionalToo(StoredTypes.Wide[i]))
                entry.Property(StoredTypes.Wide[i].OptionalProperty).CurrentValue = sample.ValueOrNull(i, row);
        }
    }

    public override void Change(DbContext context, Numbered entity, SampleRows sample, int row)
    {
        base.Change(context, entity, sample, row);
        Added(context, entity, sample, row + Step);
    }

    private static bool IsOptionalToo(StoredType type) => StoredTypes.Wide.Take(Optional).Contains(type);
}
