using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>Reads a row's key as a comparable value: one integer if possible, otherwise an object for <see cref="KeyComparer" />.</summary>
internal sealed class KeyReader
{
    private static readonly ParameterExpression Item = Expression.Parameter(typeof(object), "item");
    private static readonly ParameterExpression Entry = Expression.Parameter(typeof(EntityEntry), "entry");

    private KeyReader(TableMap table, IReadOnlyList<ColumnMap> columns, Type? bareKeyType)
    {
        Expression[] parts = [.. columns.Select((column, i) => Part(table, column, bareKeyType, i))];
        if (parts.Length == 1 && columns[0].Kind.IsInteger() && !ClrTypes.CanBeNull(parts[0].Type))
            Integer = Expression.Lambda<Func<object, EntityEntry?, long>>(Ordered(parts[0]), Item, Entry).Compile();
        Expression boxed = parts.Length == 1
            ? Expression.Convert(parts[0], typeof(object))
            : Expression.NewArrayInit(typeof(object), parts.Select(p => Expression.Convert(p, typeof(object))));
        Any = Expression.Lambda<Func<object, EntityEntry?, object?>>(boxed, Item, Entry).Compile();
    }

    /// <summary>The key as an integer in the server's order; <see langword="null" /> if the key is not a single integer.</summary>
    public Func<object, EntityEntry?, long>? Integer { get; }

    /// <summary>The key as it is sent to the server; an <c>object[]</c> for a composite key.</summary>
    public Func<object, EntityEntry?, object?> Any { get; }

    /// <summary>The reader of the primary key.</summary>
    public static KeyReader Of(TableMap table, Type? bareKeyType)
        => table.GetOrAdd((nameof(KeyReader), bareKeyType), static (map, key) => new KeyReader(map, map.Key, key.bareKeyType));

    /// <summary>The reader of other columns that identify a row.</summary>
    public static KeyReader By(TableMap table, IReadOnlyList<ColumnMap> columns)
        => ReferenceEquals(columns, table.Key) ? Of(table, bareKeyType: null) : table.GetOrAdd((nameof(KeyReader), columns), static (map, key) => new KeyReader(map, key.columns, null));

    /// <summary>The key's values, one per column.</summary>
    public IReadOnlyList<object?> Values(in BulkRow row) => Any(row.Item, row.Entry) is object?[] composite ? composite : [Any(row.Item, row.Entry)];

    private static Expression Part(TableMap table, ColumnMap column, Type? bareKeyType, int index)
    {
        if (bareKeyType is not null)
            return ColumnAccess.ToProvider(column, BareKeys.Converted(table, Expression.Convert(Item, bareKeyType), index));

        Expression value = column.Path is null
            ? Expression.Convert(
                Expression.Call(Expression.Constant(column), nameof(ColumnMap.ShadowValue), null, Item, Entry), column.Property.ClrType)
            : ColumnAccess.Read(column, Expression.Convert(Item, table.EntityType.ClrType));
        return ColumnAccess.ToProvider(column, value);
    }

    /// <summary>An integer as <see cref="Integer" /> returns it: an unsigned one of 64 bits keeps its order when its highest bit is flipped.</summary>
    public static Expression Ordered(Expression value)
        => value.Type == typeof(ulong)
            ? Expression.Convert(Expression.ExclusiveOr(value, Expression.Constant(1UL << 63)), typeof(long))
            : Expression.Convert(value.Type.IsEnum ? Expression.Convert(value, value.Type.GetEnumUnderlyingType()) : value, typeof(long));
}
