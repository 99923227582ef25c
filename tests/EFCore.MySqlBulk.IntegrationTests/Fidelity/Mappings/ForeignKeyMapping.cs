using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Rows refer to others by a foreign key of the type.</summary>
internal sealed class ForeignKeyMapping<TKey, TOptional>(StoredType type) : TypeMapping<Dependent<TOptional>>(type)
    where TKey : notnull
{
    public override void Model(ModelBuilder model)
    {
        model.Entity<Keyed<TKey>>(entity =>
        {
            entity.ToTable(Table("principal")).HasKey(row => row.Id);
            MapShort(entity.Property(row => row.Id).ValueGeneratedNever().Metadata);
        });
        model.Entity<Dependent<TOptional>>(entity =>
        {
            entity.ToTable(Table("dependent"));
            MapShort(entity.Property(row => row.PrincipalId).IsRequired(false).Metadata);
            entity.HasOne<Keyed<TKey>>().WithMany().HasForeignKey(nameof(Dependent<>.PrincipalId)).OnDelete(DeleteBehavior.ClientNoAction);
        });
    }

    public override IEnumerable<object> Before(SampleRows sample) => Keys<TKey>(sample).Select(key => new Keyed<TKey> { Id = key });

    public override void Change(DbContext context, Dependent<TOptional> entity, SampleRows sample, int row)
    {
        object[] keys = sample.Keys(Type);
        entity.PrincipalId = row % 4 == 2 ? default! : (TOptional)keys[(row + 1) % keys.Length];
    }

    protected override List<Dependent<TOptional>> Rows(SampleRows sample)
        => [.. sample.Keys(Type).Select((key, i) => new Dependent<TOptional> { PrincipalId = i % 4 == 1 ? default! : (TOptional)key })];
}
