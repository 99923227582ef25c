using System.Linq.Expressions;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>Finds the tracked entity that has a row's key, if the row is a bare key or another instance.</summary>
internal sealed class TrackedKeys
{
    private readonly TrackedEntries _tracked;
    private readonly TableMap _table;
    private readonly Func<object, object?[]>? _bareKey;

    public TrackedKeys(BulkRequest request, TrackedEntries tracked)
    {
        _tracked = tracked;
        _table = TableMaps.Of(request.EntityType);
        _bareKey = request.BareKeyType is { } type ? BareKeyOf(_table, type) : null;
    }

    public EntityEntry? EntryOf(in BulkRow row)
    {
        EntityEntry? found = _tracked.ByKey(_table.EntityType.FindPrimaryKey()!, _bareKey is null ? KeyOf(row) : _bareKey(row.Item));
        // A bare key never deletes a row of another type.
        return _bareKey is null || (found is not null && _table.EntityType.IsAssignableFrom(found.Metadata)) ? found : null;
    }

    private object?[] KeyOf(in BulkRow row)
    {
        object?[] key = new object?[_table.Key.Count];
        for (int i = 0; i < key.Length; i++)
            key[i] = _table.Key[i].ValueOf(row.Item, row.Entry);
        return key;
    }

    private static Func<object, object?[]> BareKeyOf(TableMap table, Type type)
        => table.GetOrAdd((nameof(TrackedKeys), type), static (map, key) => Compile(map, key.type));

    private static Func<object, object?[]> Compile(TableMap table, Type type)
    {
        ParameterExpression item = Expression.Parameter(typeof(object));
        Expression key = Expression.Convert(item, type);
        IEnumerable<Expression> parts = table.Key.Select((_, i) => Expression.Convert(BareKeys.Converted(table, key, i), typeof(object)));
        return Expression.Lambda<Func<object, object?[]>>(Expression.NewArrayInit(typeof(object), parts), item).Compile();
    }
}
