using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Keys that the server has generated, lent to their entities for the rows of the same call that refer to them. If the call fails, they are taken back.</summary>
internal sealed class LentKeys(TrackedEntries tracked)
{
    private readonly List<(object Item, Action<object, object?> Write, object? Value, bool IsTracked)> _before = [];
    private readonly List<(EntityEntry Entry, IProperty Property, object? Temporary)> _temporary = [];

    /// <summary>Lends a key to the entity that it was generated for.</summary>
    public void Lend(TableMap table, object item, long key)
    {
        if (tracked.Of(item) is { } entry)
        {
            // As SaveChanges does, this updates the tracked entities that refer to it.
            IProperty property = table.AutoIncrement!.Property;
            _temporary.Add((entry, property, InternalEntries.Current(entry, property)));
            InternalEntries.SetStoreGenerated(entry, property, table.KeyFromInteger(key));
        }
        else if (table.KeyWriter is { } write)
        {
            Remember(table, table.AutoIncrement!, item, isTracked: false);
            write(item, key);
        }
    }

    /// <summary>Sets a lent key on the entity that refers to it, for as long as the call lasts.</summary>
    public void Refer(TableMap table, in BulkRow row)
    {
        foreach (SelfReference reference in SelfReferences.Of(table).All)
        {
            foreach (ColumnMap column in reference.Members(table))
            {
                Action<object, object?> write = Remember(table, column, row.Item, row.IsTracked);
                if (row.IsTracked)
                    write(row.Item, InternalEntries.Current(row.Entry!, column.Property));
            }
        }
    }

    /// <summary>Ends the loan: stored keys stay with the entities, and the others are taken back.</summary>
    public void End(bool isStored)
    {
        // Members outside the entry are restored first, so that the entry has the last word.
        for (int i = _before.Count - 1; i >= 0; i--)
        {
            if (_before[i].IsTracked || !isStored)
                _before[i].Write(_before[i].Item, _before[i].Value);
        }

        _before.Clear();
        if (_temporary.Count == 0)
            return;
        foreach ((EntityEntry entry, IProperty property, object? temporary) in isStored ? [] : _temporary)
            InternalEntries.SetTemporary(entry, property, temporary);
        _temporary.Clear();
        foreach (EntityEntry entry in tracked.All)
            End(entry, isStored);
    }

    private static void End(EntityEntry entry, bool isStored)
    {
        (IProperty Property, object? Value)[] lent = isStored
            ? [.. entry.Metadata.GetProperties().Where(property => InternalEntries.IsStoreGenerated(entry, property)).Select(property => (property, InternalEntries.Current(entry, property)))]
            : [];
        InternalEntries.DiscardStoreGenerated(entry);
        foreach ((IProperty property, object? value) in lent)
            entry.Property(property).CurrentValue = value;
    }

    private Action<object, object?> Remember(TableMap table, ColumnMap column, object item, bool isTracked)
    {
        Action<object, object?> write = table.GetOrAdd(
            (nameof(LentKeys), column), static (map, key) => ColumnAccess.CompileWriter(key.column, map.EntityType.ClrType));
        _before.Add((item, write, column.Property.GetGetter().GetClrValue(item), isTracked));
        return write;
    }
}
