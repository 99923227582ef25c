using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The primary keys of the stored rows that given rows match, on their way to the entities. Those of a stream are written at once; those of a collection at the end, so that a
/// failed attempt leaves its entities as they were.</summary>
internal sealed class FoundKeys(TrackedEntries tracked, bool atOnce)
{
    private readonly List<(TableMap Table, object Item, object?[] Key)> _keys = [];

    /// <summary>Takes the key of the stored row that an entity matches.</summary>
    /// <exception cref="RowValueException">The context tracks the entity with another key, or another entity with this one.</exception>
    public void Add(TableMap table, in BulkRow row, object?[] key)
    {
        object item = row.Item;
        if (tracked.Of(item) is { } entry)
            Check(table, row, entry, key);
        if (atOnce)
            Write(table, item, key);
        else
            _keys.Add((table, item, key));
    }

    /// <summary>Writes the pending keys.</summary>
    public void Write()
    {
        foreach ((TableMap table, object item, object?[] key) in _keys)
            Write(table, item, key);
        _keys.Clear();
    }

    private void Check(TableMap table, in BulkRow row, EntityEntry entry, object?[] key)
    {
        for (int i = 0; i < key.Length; i++)
        {
            PropertyEntry own = entry.Property(table.Key[i].Property);
            if (entry.State != EntityState.Added && !own.Metadata.GetKeyValueComparer().Equals(own.CurrentValue, key[i]))
                throw new RowValueException($"It is tracked with the key {Text(entry, table)}, but the stored row that it matches has the key ({string.Join(", ", key)}). Detach it, or match by the primary key.") { Row = row };
        }

        if (tracked.ByKey(table.EntityType.FindPrimaryKey()!, key) is { } other && other.Entity != entry.Entity)
            throw new RowValueException($"The stored row that it matches has the key ({string.Join(", ", key)}), which the context tracks with another entity. Change that entity, or detach it.") { Row = row };
    }

    private static string Text(EntityEntry entry, TableMap table)
        => $"({string.Join(", ", table.Key.Select(column => entry.Property(column.Property).CurrentValue))})";

    private void Write(TableMap table, object item, object?[] key)
    {
        EntityEntry? entry = tracked.Of(item);
        for (int i = 0; i < key.Length; i++)
        {
            if (entry is null)
                table.Key[i].WriterFor(table)?.Invoke(item, key[i]);
            else if (entry.Property(table.Key[i].Property) is var own && (own.IsTemporary || !own.Metadata.GetKeyValueComparer().Equals(own.CurrentValue, key[i])))
                TrackerFixup.SetStored(entry, table.Key[i].Property, key[i]);
        }
    }
}
