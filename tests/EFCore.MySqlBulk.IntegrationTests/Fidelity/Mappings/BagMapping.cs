using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>The entities are dictionaries: a shared-type entity type.</summary>
internal sealed class BagMapping() : WideMapping<Dictionary<string, object>>(
    static model => model.SharedTypeEntity<Dictionary<string, object>>("bags", entity =>
    {
        entity.ToTable("bags").IndexerProperty<int>("Id");
        entity.HasKey("Id");
        EveryColumn.Map((type, name) => entity.IndexerProperty(type, name).Metadata);
    }),
    static (sample, row) => Filled(sample, row, []),
    static (sample, row, bag) => Filled(sample, row, bag))
{
    public override DbSet<Dictionary<string, object>> Set(DbContext context) => context.Set<Dictionary<string, object>>("bags");

    private static Dictionary<string, object> Filled(SampleRows sample, int row, Dictionary<string, object> bag)
    {
        for (int i = 0; i < StoredTypes.Wide.Count; i++)
        {
            bag[StoredTypes.Wide[i].Property] = sample.Value(i, row);
            bag[StoredTypes.Wide[i].OptionalProperty] = sample.ValueOrNull(i, row)!;
        }

        return bag;
    }
}
