using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>The parameters that <c>BulkExecute</c> reads from each row: one scalar, or a tuple.</summary>
/// <param name="RowType">The rows' type.</param>
/// <param name="Type">The scalar's or the tuple's type.</param>
/// <param name="Read">The caller's <c>Func&lt;RowType, Type&gt;</c>.</param>
/// <param name="Values">The scalar, or the tuple's elements.</param>
internal sealed record RowParameters(Type RowType, Type Type, Delegate Read, IReadOnlyList<ValueMap> Values)
{
    /// <summary>Whether the parameters are a tuple, not a scalar.</summary>
    public bool IsTuple => typeof(ITuple).IsAssignableFrom(Type);

    /// <exception cref="InvalidOperationException">The provider maps the scalar, or an element, to no column type.</exception>
    public static RowParameters Of<T, TParameters>(IRelationalTypeMappingSource mappings, Func<T, TParameters> read)
    {
        RowParameters all = Of(mappings, typeof(T), typeof(TParameters), read);
        return all.Values.Count > 0 ? all : throw new ArgumentException("The tuple of parameters is empty: a statement without parameters needs no rows. Use ExecuteSql.", nameof(read));
    }

    /// <param name="mappings">The provider's mappings.</param>
    /// <param name="row">The rows' type.</param>
    /// <param name="type">The scalar's or the tuple's type.</param>
    /// <param name="read">The function.</param>
    /// <exception cref="InvalidOperationException">The provider maps the scalar, or an element, to no column type.</exception>
    public static RowParameters Of(IRelationalTypeMappingSource mappings, Type row, Type type, Delegate read)
        => new(row, type, read, [.. (typeof(ITuple).IsAssignableFrom(type) ? BareKeys.PartsOf(type) : [type]).Select(part => Map(mappings, part))]);

    private static ValueMap Map(IRelationalTypeMappingSource mappings, Type type)
    {
        Type scalar = Nullable.GetUnderlyingType(type) ?? type;
        RelationalTypeMapping? mapping = scalar == typeof(object) ? null : mappings.FindMapping(scalar);
        return mapping is null
            ? throw new InvalidOperationException(
                $"The provider has no column type for a parameter of type {type}. Give a scalar that the provider maps (int, string, DateTime, …), or a tuple of scalars.")
            : new(mapping, type, true);
    }
}
