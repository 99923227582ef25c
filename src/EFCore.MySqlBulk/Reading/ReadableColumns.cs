using System.Data.Common;
using System.Reflection;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Pipeline.Wire;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Whether the columns of an entity type can be read without its driver.</summary>
internal static class ReadableColumns
{
    private const string AnnotationName = "EFCore.MySqlBulk:ReadableColumns";

    /// <summary>A property that only the driver can read, in a sentence; <see langword="null" /> if there is none. Searched once per model, which has one provider.</summary>
    /// <param name="entityType">The entity type.</param>
    /// <param name="isConnectorNet">Whether the driver is Connector/NET, which decides by its own settings whether a <c>timestamp</c> is local or UTC.</param>
    public static string? Obstacle(IEntityType entityType, bool isConnectorNet)
    {
        string found = entityType.GetOrAddRuntimeAnnotationValue(AnnotationName, static given => new Search(given.isConnectorNet).Find(given.entityType) ?? "", (entityType, isConnectorNet));
        return found.Length == 0 ? null : found;
    }

    /// <summary>Whether a result has a column that only the driver can read.</summary>
    public static bool HasObstacle(DbDataReader reader, bool isConnectorNet)
        => isConnectorNet && Enumerable.Range(0, reader.FieldCount).Any(ordinal => reader.GetDataTypeName(ordinal) == nameof(ColumnType.Timestamp));

    private sealed class Search(bool isConnectorNet)
    {
        private readonly HashSet<IEntityType> _seen = [];

        public string? Find(IEntityType entityType)
        {
            foreach (IEntityType type in entityType.GetDerivedTypesInclusive())
            {
                // A JSON column is one text.
                if (!_seen.Add(type) || type.IsMappedToJson())
                    continue;
                if (type.GetFlattenedProperties().FirstOrDefault(property => !IsReadable(property)) is { } property)
                    return $"only the driver knows how to read {property.DeclaringType.DisplayName()}.{property.Name}";
                foreach (INavigation part in type.GetNavigations().Where(navigation => navigation.TargetEntityType.IsOwned()))
                {
                    if (Find(part.TargetEntityType) is { } inPart)
                        return inPart;
                }
            }

            return null;
        }

        private bool IsReadable(IProperty property)
        {
            if (property.FindRelationalTypeMapping() is not { } mapping)
                return true;
            MethodInfo method = mapping.GetDataReaderMethod();
            return method.DeclaringType!.IsAssignableFrom(typeof(DbDataReader)) && method.Name != nameof(DbDataReader.GetValue) && ValueKinds.Of(mapping) != ValueKind.Other
                && !(isConnectorNet && mapping.StoreTypeNameBase.Equals("timestamp", StringComparison.OrdinalIgnoreCase));
        }
    }
}
