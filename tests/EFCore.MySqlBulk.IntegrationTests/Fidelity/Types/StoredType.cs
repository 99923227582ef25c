using FsCheck;
using FsCheck.Fluent;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>A type of values, and how a column holds them.</summary>
/// <param name="Property">Names its tables, and its required property of <see cref="Everything" />; the one that may be NULL has <c>OrNull</c> after its name.</param>
/// <param name="Name">The name in docs/fidelity.md.</param>
/// <param name="Clr">The required property's type.</param>
/// <param name="Edges">The values at the edges.</param>
/// <param name="Any">Any other value.</param>
internal sealed record StoredType(string Property, string Name, Type Clr, IReadOnlyList<object> Edges, Gen<object> Any)
{
    // The size that FsCheck's generators of lists, numbers and text get.
    private const int Size = 40;

    public string OptionalProperty => Property + "OrNull";

    public Type OptionalClr { get; } = Clr.IsValueType ? typeof(Nullable<>).MakeGenericType(Clr) : Clr;

    /// <summary>How the column is mapped; nothing leaves it to the provider.</summary>
    public Action<IMutableProperty> Map { get; init; } = static _ => { };

    /// <summary>How the column is mapped besides if it is a key or has a default: text and bytes need a length then.</summary>
    public Action<IMutableProperty> MapShort { get; init; } = static _ => { };

    /// <summary>Makes a value a key that differs from the others, whatever the column rounds or pads; <see langword="null" /> if such a column cannot be a key.</summary>
    public Func<object, int, object>? Key { get; init; } = static (value, _) => value;

    /// <summary><see cref="Everything" /> has it. Otherwise it has a table of its own: with such a value, the ways that prepare would refuse the other types' too, or a provider's plugin is needed.</summary>
    public bool IsWide { get; init; } = true;

    /// <summary>Values that no such column can hold.</summary>
    public IReadOnlyList<object> Unfit { get; init; } = [];

    /// <summary>The edge values first, then generated ones.</summary>
    public object[] Sample(ulong seed, int count) => [.. Edges.Take(count), .. Any.Sample(Math.Max(0, count - Edges.Count), new Rnd(seed), Size)];

    /// <summary>Different values for a key.</summary>
    public object[] Keys(ulong seed, int count)
        => Key is { } key ? [.. Sample(seed, count * 2).Select(key).DistinctBy(static value => value is byte[] bytes ? Convert.ToHexString(bytes) : value).Take(count)] : [];

    public override string ToString() => Name;
}
