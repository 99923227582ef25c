using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Keys that the server generated, on their way to the entities. A stream's are written at once; a collection's at the end, so that a
/// failed attempt leaves its entities as they were.</summary>
internal sealed class GeneratedKeys(bool atOnce)
{
    private readonly List<Segment> _segments = [];

    /// <summary>Takes the keys of one statement's rows: <paramref name="first" />, then one more <paramref name="step" /> each.</summary>
    public void Add(TableMap table, ReadOnlySpan<BulkRow> rows, long first, int step)
    {
        if (table.KeyWriter is null)
            return;
        if (atOnce)
        {
            for (int i = 0; i < rows.Length; i++)
                Write(table, rows[i].Item, rows[i].Entry, first + ((long)i * step));
            return;
        }

        object[] items = new object[rows.Length];
        for (int i = 0; i < rows.Length; i++)
            items[i] = rows[i].Item;
        _segments.Add(new(table, items, first, step));
    }

    /// <summary>Writes the keys that wait.</summary>
    public void Write(TrackedEntries tracked)
    {
        foreach (Segment segment in _segments)
        {
            for (int i = 0; i < segment.Items.Length; i++)
                Write(segment.Table, segment.Items[i], tracked.Of(segment.Items[i]), segment.First + ((long)i * segment.Step));
        }

        _segments.Clear();
    }

    private static void Write(TableMap table, object entity, EntityEntry? entry, long key)
    {
        if (entry is null)
            table.KeyWriter!(entity, key);
        else
            entry.Property(table.AutoIncrement!.Property).CurrentValue = table.KeyFromInteger(key);
    }

    private readonly record struct Segment(TableMap Table, object[] Items, long First, int Step);
}
