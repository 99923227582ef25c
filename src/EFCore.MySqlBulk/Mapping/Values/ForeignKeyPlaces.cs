using System.Diagnostics;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>Finds the principal's property for a property of a foreign key.</summary>
internal static class ForeignKeyPlaces
{
    /// <summary>The principal's property whose value <paramref name="property" /> has.</summary>
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
