using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Each class has a table with all that it has. Nothing can refer to several tables, so the visits do without a constraint.</summary>
public sealed class TablePerClassStory : FamilyStory
{
    public override int BulkRuns => 10;

    protected override void Map<T>(EntityTypeBuilder<T> entity)
    {
        // An abstract class has no table.
        if (entity.Metadata.BaseType is null)
            entity.UseTpcMappingStrategy();
        else
            entity.ToTable($"all_{typeof(T).Name}");
    }
}
