using System.Reflection;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>Prints a type as C# names it, without its namespace.</summary>
internal static class ApiTypeName
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(object)] = "object",
        [typeof(string)] = "string",
        [typeof(bool)] = "bool",
        [typeof(int)] = "int",
        [typeof(long)] = "long",
        [typeof(double)] = "double",
    };

    public static string Of(Type type, NullabilityInfo? nullability = null)
    {
        if (Nullable.GetUnderlyingType(type) is { } value)
            return Of(value) + "?";
        string question = !type.IsValueType && !type.IsGenericParameter && nullability?.ReadState == NullabilityState.Nullable ? "?" : "";
        if (!type.IsGenericType)
            return (Keywords.TryGetValue(type, out string? keyword) ? keyword : type.Name) + question;
        IEnumerable<string> arguments = type.GetGenericArguments().Select((argument, i) => Of(argument, nullability?.GenericTypeArguments.ElementAtOrDefault(i)));
        return $"{type.Name[..type.Name.IndexOf('`', StringComparison.Ordinal)]}<{string.Join(", ", arguments)}>{question}";
    }
}
