using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>Each class has a table with what it adds, so that an entity is a row of two tables.</summary>
public sealed class TablePerTypeStory : FamilyStory
{
    public override int BulkRuns => 12;

    protected override void Map<T>(EntityTypeBuilder<T> entity)
    {
        // The strategy is the base class's, the tables are named for all.
        if (entity.Metadata.BaseType is null)
            entity.UseTptMappingStrategy();
        entity.ToTable($"one_{typeof(T).Name}");
    }
}
