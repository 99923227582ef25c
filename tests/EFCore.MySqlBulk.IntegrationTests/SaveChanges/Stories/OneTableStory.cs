using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges.Stories;

/// <summary>The family is in one table, told apart by a column.</summary>
public sealed class OneTableStory : FamilyStory
{
    public override int BulkRuns => 9;

    protected override void Map<T>(EntityTypeBuilder<T> entity)
    {
        // Only the base class names the table.
        if (entity.Metadata.BaseType is null)
            entity.ToTable("animals");
    }
}
