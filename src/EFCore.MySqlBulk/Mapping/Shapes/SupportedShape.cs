using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>Refuses mappings that bulk operations cannot store, by name and before anything is written.</summary>
internal static class SupportedShape
{
    private const string AnnotationName = "EFCore.MySqlBulk:Refusal";

    /// <exception cref="InvalidOperationException">Entities of the type cannot be given to bulk operations.</exception>
    public static void Check(IEntityType entityType)
    {
        if (Refusal(entityType) is { } reason)
            throw Refused(entityType, reason);
        CheckPart(entityType);
    }

    /// <exception cref="InvalidOperationException">Entities of the type, which may be parts of others, cannot be stored.</exception>
    public static void CheckPart(IEntityType entityType)
    {
        // Each call asks, and the model does not change.
        string reason = entityType.GetOrAddRuntimeAnnotationValue(AnnotationName, static type => (type!.IsOwned() ? null : Refusal(type)) ?? Obstacle(type) ?? "", entityType);
        if (reason.Length > 0)
            throw Refused(entityType, reason);
    }

    /// <summary>Why entities of the type cannot be stored by any bulk operation; <see langword="null" /> if they can.</summary>
    public static string? Refusal(IEntityType entityType)
    {
        if (entityType.FindPrimaryKey() is null)
            return "has no primary key; bulk operations need one.";
        if (entityType.IsOwned())
            return "is an owned type; insert its owner.";
        return entityType.IsAbstract() || entityType.GetTableMappings().Any() ? null : "is not mapped to a table.";
    }

    /// <summary>Why rows of the type, or of its owned entities, cannot be written with their mapping; <see langword="null" /> if they can.</summary>
    public static string? Obstacle(IEntityType entityType) => entityType.GetConcreteDerivedTypesInclusive().Select(ObstacleOf).FirstOrDefault(reason => reason is not null);

    private static string? ObstacleOf(IEntityType type)
    {
        // Rows of a type without a table are refused when they are read.
        ITableMapping[] tables = [.. type.GetTableMappings()];
        if (PartShape.Obstacle(type) is { } part)
            return part;
        if (!Array.TrueForAll(tables, table => SharedRows.AreWritten(type, table.Table)))
            return "shares its table with another entity type, which bulk operations do not write.";
        return PartShape.UnsupportedComplexProperty(type, isOptional: false)
            ?? OwnedParts.ApartOf(type).Select(apart => ObstacleOf(apart.TargetEntityType)).FirstOrDefault(reason => reason is not null);
    }

    private static InvalidOperationException Refused(IEntityType entityType, string reason)
        => new($"Entity type '{entityType.DisplayName()}' {reason} Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.");

    /// <summary>Checks that updates can be limited to modified properties.</summary>
    /// <exception cref="InvalidOperationException">The columns to update are too many for <see cref="Rows.StatementShape.Unmodified" />, or other entries hold their state.</exception>
    public static void CheckModified(TableMap table)
    {
        if (OwnedParts.Of(table.EntityType).Concat(SharedRows.Of(table.EntityType)).FirstOrDefault() is { } part)
            throw new InvalidOperationException($"'{table.DisplayName}.{part.Name}' has an entry of its own, and BulkUpdateOptions.OnlyModified checks only the entries of rows. Name the properties to write in Update, or call BulkSaveChanges.");
        if (table.Updatable.Count > TableMap.MaxOptional)
            throw new InvalidOperationException($"'{table.DisplayName}' has {table.Updatable.Count} properties that an update can write; BulkUpdateOptions.OnlyModified supports {TableMap.MaxOptional}. Name the properties to write in Update, or call BulkSaveChanges.");
    }
}
