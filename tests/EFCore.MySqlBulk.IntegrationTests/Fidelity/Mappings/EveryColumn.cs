using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Maps a column for every type of values.</summary>
internal static class EveryColumn
{
    /// <param name="property">Adds a property to the entity type, the owned one or the complex one.</param>
    public static void Map(Func<Type, string, IMutableProperty> property) => Map(property, static _ => true);

    /// <summary>Maps a value of every type in a JSON document, where text has no column of type <c>json</c> of its own: Microting's provider cannot write it there.</summary>
    /// <param name="property">Adds a property to the owned type or the complex one.</param>
    public static void MapDocument(Func<Type, string, IMutableProperty> property) => Map(property, static _ => true, static mapped =>
    {
        if (mapped[RelationalAnnotationNames.ColumnType] is "json")
            mapped.SetColumnType(null);
    });

    /// <param name="property">Adds a property.</param>
    /// <param name="isOptionalToo">Whether a type gets a column that may be NULL besides.</param>
    /// <param name="mapped">Is given each property.</param>
    public static void Map(Func<Type, string, IMutableProperty> property, Func<StoredType, bool> isOptionalToo, Action<IMutableProperty>? mapped = null)
    {
        foreach (StoredType type in StoredTypes.Wide)
        {
            IMutableProperty required = property(type.Clr, type.Property);
            required.IsNullable = false;
            type.Map(required);
            mapped?.Invoke(required);
            if (!isOptionalToo(type))
                continue;
            IMutableProperty optional = property(type.OptionalClr, type.OptionalProperty);
            optional.IsNullable = true;
            type.Map(optional);
            mapped?.Invoke(optional);
        }
    }
}
