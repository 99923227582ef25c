using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Maps a column for every type of values.</summary>
internal static class EveryColumn
{
    /// <param name="property">Adds a property to the entity type, the owned one or the complex one.</param>
    public static void Map(Func<Type, string, IMutableProperty> property) => Map(property, static _ => true);

    /// <param name="property">Adds a property.</param>
    /// <param name="isOptionalToo">Whether a type gets a column that may be NULL besides.</param>
    public static void Map(Func<Type, string, IMutableProperty> property, Func<StoredType, bool> isOptionalToo)
    {
        foreach (StoredType type in StoredTypes.All)
        {
            IMutableProperty required = property(type.Clr, type.Property);
            required.IsNullable = false;
            type.Map(required);
            if (!isOptionalToo(type))
                continue;
            IMutableProperty optional = property(type.OptionalClr, type.OptionalProperty);
            optional.IsNullable = true;
            type.Map(optional);
        }
    }
}
