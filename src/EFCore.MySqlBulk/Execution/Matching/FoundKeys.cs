using System.Globalization;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.ServerValues;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The primary keys of the stored rows that given rows match, to be written to the entities: for a stream at once, or at the end of a window if rows may be set aside; for a collection at the
/// end, so that a failed attempt leaves its entities as they were.</summary>
internal sealed class FoundKeys(TrackedEntries tracked, Func<object, TableMap> tableOf, bool atOnce)
{
    private readonly List<object> _items = [];
    private readonly List<object?> _keys = [];
    private readonly Stack<(BulkRow Row, BulkRow By)> _superseded = [];
    private int _propagated;
    private TableMap? _table;
    private Action<object, object?>?[] _writers = [];

    /// <summary>Records the key of the stored row that an entity matches: one value, or an array of them.</summary>
    /// <exception cref="RowValueException">The context tracks the entity with another key, or another entity with this one.</exception>
    public void Add(in BulkRow row, object? key)
    {
        if (tracked.Of(row.Item) is { } entry)
            Check(row, entry, key);
        if (atOnce)
        {
            Write(row.Item, key);
            return;
        }

        // A member that cannot be written fails before anything is sent.
        WritersOf(tableOf(row.Item));
        _items.Add(row.Item);
        _keys.Add(key);
    }

    /// <summary>Records that a row is superseded by another row of the call.</summary>
    public void AddSuperseded(in BulkRow row, in BulkRow by)
    {
        if (tracked.Of(row.Item) is null)
            _superseded.Push((row, by));
    }

    /// <summary>Copies the keys of superseding rows to the rows they supersede, once their own are written. A tracked entity is not changed: the
    /// context cannot hold two entities with the same key.</summary>
    public void WriteSuperseded()
    {
        // A row that supersedes another may itself be superseded later.
        while (_superseded.TryPop(out (BulkRow Row, BulkRow By) each))
        {
            BulkRow by = each.By with { Entry = tracked.Of(each.By.Item) ?? each.By.Entry };
            object?[] key = [.. tableOf(by.Item).Key.Select(column => column.ValueOf(by.Item, by.Entry))];
            Write(each.Row.Item, key.Length == 1 ? key[0] : key);
        }
    }

    /// <summary>Propagates the pending AUTO_INCREMENT keys to their entities, for rows of the same call that refer to them.</summary>
    public void Propagate(GeneratedKeys keys)
    {
        for (; _propagated < _items.Count; _propagated++)
        {
            TableMap table = tableOf(_items[_propagated]);
            if (table.Key is [var only] && only == table.AutoIncrement && only.ToProvider(_keys[_propagated]) is { } key)
                keys.Propagate(table, _items[_propagated], key is ulong wide ? unchecked((long)wide) : Convert.ToInt64(key, CultureInfo.InvariantCulture));
        }
    }

    /// <summary>Writes the pending keys.</summary>
    /// <param name="except">Entities whose rows were set aside.</param>
    public void Write(IReadOnlySet<object>? except)
    {
        for (int i = 0; i < _items.Count; i++)
        {
            if (except?.Contains(_items[i]) != true)
                Write(_items[i], _keys[i]);
        }

        _items.Clear();
        _keys.Clear();
    }

    private void Check(in BulkRow row, EntityEntry entry, object? key)
    {
        IReadOnlyList<ColumnMap> columns = tableOf(row.Item).Key;
        StoredKeyComparer comparer = new(columns);
        object?[] own = [.. columns.Select(column => entry.Property(column.Property).CurrentValue)];
        if (entry.State != EntityState.Added && !comparer.Equals(own.Length == 1 ? own[0] : own, key))
            throw new RowValueException($"It is tracked with the key {Text(own)}, but the stored row that it matches has the key {Text(key)}. Detach it, or match by the primary key.") { Row = row };
        if (tracked.ByKey(entry.Metadata.FindPrimaryKey()!, key as object?[] ?? [key]) is { } other && other.Entity != entry.Entity)
            throw new RowValueException($"The stored row that it matches has the key {Text(key)}, which the context tracks with another entity. Change that entity instead, or detach it.") { Row = row };
    }

    private Action<object, object?>?[] WritersOf(TableMap table)
    {
        if (_table != table)
            (_table, _writers) = (table, [.. table.Key.Select(column => table.WriterOf(column))]);
        return _writers;
    }

    private static string Text(object? key) => key is object?[] parts ? $"({string.Join(", ", parts)})" : $"{key}";

    private void Write(object item, object? key)
    {
        TableMap table = tableOf(item);
        Action<object, object?>?[] writers = WritersOf(table);
        EntityEntry? entry = tracked.Of(item);
        for (int i = 0; i < table.Key.Count; i++)
        {
            ColumnMap column = table.Key[i];
            object? part = StoredKeyComparer.Part(key, i);
            if (entry is null)
                writers[i]?.Invoke(item, part);
            else if (entry.Property(column.Property) is var own && (own.IsTemporary || !column.Property.GetKeyValueComparer().Equals(own.CurrentValue, part)))
                StoredProperty.Set(entry, column.Property, part);
        }

        SharedParts.Of(table).CopyKey(item);
    }
}
