using System.Globalization;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.ServerValues;

/// <summary>Keys that the server generated, to be written to the entities: for a stream at once, for a collection at the end, so that a failed
/// attempt leaves its entities as they were.</summary>
internal sealed class GeneratedKeys(TrackedEntries tracked, PropagatedValues propagated, bool atOnce)
{
    private readonly List<Segment> _segments = [];
    private int _lentSegments;

    /// <summary>Records the keys of one statement's rows: <paramref name="first" />, then <paramref name="step" /> more for each row.</summary>
    public void Add(TableMap table, ReadOnlySpan<BulkRow> rows, long first, int step) => Add(new(table, ItemsOf(rows), first, step, null), rows);

    /// <summary>Records the key of each row.</summary>
    public void Add(TableMap table, ReadOnlySpan<BulkRow> rows, long[] keys) => Add(new(table, ItemsOf(rows), 0, 0, keys), rows);

    /// <summary>Propagates the pending keys to their entities, for rows of the same call that refer to them.</summary>
    public void Propagate()
    {
        if (atOnce)
            return;
        for (; _lentSegments < _segments.Count; _lentSegments++)
        {
            Segment segment = _segments[_lentSegments];
            for (int i = 0; i < segment.Items.Length; i++)
                propagated.Propagate(segment.Table, segment.Items[i], segment.KeyOf(i));
        }
    }

    /// <summary>Propagates the key of a stored row to its entity.</summary>
    public void Propagate(TableMap table, object item, long key)
    {
        if (!atOnce)
            propagated.Propagate(table, item, key);
    }

    /// <summary>Writes the pending keys.</summary>
    public void Write()
    {
        propagated.End(isStored: true);
        foreach (Segment segment in _segments)
        {
            for (int i = 0; i < segment.Items.Length; i++)
                Write(segment.Table, segment.Items[i], segment.KeyOf(i));
        }

        _segments.Clear();
    }

    /// <summary>Discards the pending keys, which turned out to be wrong.</summary>
    public void Forget() => _segments.Clear();

    private void Add(in Segment segment, ReadOnlySpan<BulkRow> rows)
    {
        segment.RefuseUnfit(rows);
        if (!atOnce)
        {
            _segments.Add(segment);
            return;
        }

        for (int i = 0; i < rows.Length; i++)
            Write(segment.Table, rows[i].Item, segment.KeyOf(i));
    }

    private static object[] ItemsOf(ReadOnlySpan<BulkRow> rows)
    {
        object[] items = new object[rows.Length];
        for (int i = 0; i < rows.Length; i++)
            items[i] = rows[i].Item;
        return items;
    }

    private void Write(TableMap table, object entity, long key)
    {
        // Only the entity's entry holds a shadow key.
        if ((tracked.Of(entity) ?? (table.KeyWriter is null ? propagated.BesideOf(entity) : null)) is not { } entry)
            table.KeyWriter?.Invoke(entity, key);
        else
            entry.Property(table.AutoIncrement!.Property).CurrentValue = table.KeyFromInteger(key);
    }

    private readonly record struct Segment(TableMap Table, object[] Items, long First, int Step, long[]? Keys)
    {
        public long KeyOf(int index) => Keys is null ? First + ((long)index * Step) : Keys[index];

        // This is checked while everything can still be rolled back: keys are written to entities after the commit.
        public void RefuseUnfit(ReadOnlySpan<BulkRow> rows)
        {
            if (rows.IsEmpty)
                return;
            int at = Keys is null ? rows.Length - 1 : Array.IndexOf(Keys, Keys.Max());
            try
            {
                Table.KeyFromInteger(KeyOf(at));
            }
            catch (OverflowException exception)
            {
                throw Unfit(rows[at], KeyOf(at), exception);
            }
        }

        private RowValueException Unfit(in BulkRow row, long key, OverflowException exception)
        {
            ColumnMap counter = Table.AutoIncrement!;
            return new(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The server generated the key {key}, which '{counter.DisplayName}' cannot hold, because its type is {counter.Property.ClrType.Name}. Give the property the type of its column."),
                exception)
            { Row = row };
        }
    }
}
