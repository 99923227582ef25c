using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Migrations;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Deletes that change other rows of the same table, which later batches are still to copy.</summary>
internal static class OwnCascade
{
    /// <param name="entityType">The entity type whose rows are moved.</param>
    /// <param name="call">The method that moves them.</param>
    /// <exception cref="InvalidOperationException">Its table has a foreign key to itself that cascades or sets NULL.</exception>
    public static void Check(IEntityType entityType, string call)
    {
        if (entityType.GetTableMappings().SelectMany(mapping => mapping.Table.ForeignKeyConstraints)
            .FirstOrDefault(key => key.PrincipalTable == key.Table && key.OnDeleteAction is ReferentialAction.Cascade or ReferentialAction.SetNull or ReferentialAction.SetDefault) is { } foreignKey)
        {
            throw new InvalidOperationException(
                $"{call} deletes the rows of a batch before those of the next are copied, and '{foreignKey.Name}' of '{foreignKey.Table.Name}' would then delete or change rows that are still to be copied. Copy them with BulkInsertInto or BulkCopyTo, and delete them by BulkExecuteDelete.");
        }
    }
}
