using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace EFCore.MySqlBulk;

/// <summary>Options that a lambda sets.</summary>
internal static class ConfiguredOptions
{
    /// <exception cref="ArgumentNullException">There is no lambda.</exception>
    public static T From<T>(Action<T> configure)
        where T : new()
    {
        ArgumentNullException.ThrowIfNull(configure);
        T options = new();
        configure(options);
        return options;
    }

    /// <summary>A lambda that copies options.</summary>
    public static Action<T> Copying<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(T options) => target =>
    {
        foreach (PropertyInfo property in typeof(T).GetProperties())
            property.SetValue(target, property.GetValue(options));
    };
}
