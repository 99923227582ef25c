using System.Collections.Concurrent;
using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>An entity with all its values, and its parts with theirs, as a line of text.</summary>
internal static class EntityText
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo[]> Properties = new();

    public static string Of(object entity) => $"{entity.GetType().Name} {string.Join(' ', Values(entity))}";

    private static IEnumerable<string> Values(object entity) => entity is IDictionary<string, object> bag
        ? bag.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Key}={Shown(pair.Value)}")
        : Properties.GetOrAdd(entity.GetType(), type => type.GetProperties()).Select(property => $"{property.Name}={Shown(property.GetValue(entity))}");

    private static string Shown(object? value) => value switch
    {
        Numbered or IPart => $"({Of(value)})",
        IEnumerable<Numbered> parts => $"[{string.Join(", ", parts.Select(Of).Order(StringComparer.Ordinal))}]",
        _ => SeenState.Text(value),
    };
}
