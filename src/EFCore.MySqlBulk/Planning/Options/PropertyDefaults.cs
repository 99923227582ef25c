namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>The properties that an option of a context names for the entities of a class.</summary>
internal static class PropertyDefaults
{
    /// <summary>Those of a class, and of the classes and interfaces that it derives from; <see langword="null" /> if there are none.</summary>
    public static IReadOnlyList<string>? Of(Type type, IReadOnlyList<PropertyDefault> defaults, string option)
    {
        string[] names = [.. defaults.Where(each => each.Type.IsAssignableFrom(type)).SelectMany(each => PropertySelection.Names(each.Properties, $"MySqlBulkOptionsBuilder.{option}")).Distinct(StringComparer.Ordinal)];
        return names.Length > 0 ? names : null;
    }
}
