namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>Questions about .NET types.</summary>
internal static class ClrTypes
{
    /// <summary>Whether a variable of the type can be <see langword="null" />.</summary>
    public static bool CanBeNull(Type type) => !type.IsValueType || Nullable.GetUnderlyingType(type) is not null;
}
