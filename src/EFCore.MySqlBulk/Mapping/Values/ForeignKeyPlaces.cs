using System.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>Finds a property's place in a foreign key, and so the property of the principal that it repeats.</summary>
internal static class ForeignKeyPlaces
{
    /// <summary>The principal's property that <paramref name="property" /> repeats.</summary>
    public static IProperty Principal(this IForeignKey foreignKey, IProperty property)
    {
        for (int i = 0; i < foreignKey.Properties.Count; i++)
        {
            if (foreignKey.Properties[i] == property)
                return foreignKey.PrincipalKey.Properties[i];
        }

        throw new UnreachableException($"'{property.Name}' has no place in a foreign key of '{foreignKey.DeclaringEntityType.DisplayName()}'.");
    }
}
