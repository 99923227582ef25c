using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The tracked entities among the rows of a call, noted as the rows are sent and told at its end.</summary>
internal sealed class StoredEntries(BulkRequest request, TrackedEntries tracked)
{
    private readonly List<(BulkPlan Plan, EntityEntry Entry)> _entries = [];
    private TrackedKeys? _keys;

    public TrackedEntries Tracked => tracked;

    /// <summary>The entry of a row; <see langword="null" /> where it is not tracked.</summary>
    public EntityEntry? EntryOf(object item) => request.MayBeTracked ? tracked.Of(item) : null;

    /// <summary>Notes the rows of a lane before they are sent. A stream may have added them to the context since they were read, or detached them.</summary>
    public void Add(Lane lane)
    {
        if (request.Statement is not null || tracked.IsEmpty)
            return;
        for (int i = 0; i < lane.Count; i++)
        {
            BulkRow row = lane.Rows.Span[i];
            EntityEntry? now = EntryOf(row.Item);
            if (now is not null && now != row.Entry)
                lane.Set(i, row = row with { Entry = now });
            Add(lane.Plan, row, now);
        }
    }

    /// <summary>Notes a row that one given later is stored for.</summary>
    public void Add(BulkPlan plan, in BulkRow row)
    {
        if (!tracked.IsEmpty)
            Add(plan, row, EntryOf(row.Item));
    }

    private void Add(BulkPlan plan, in BulkRow row, EntityEntry? own)
    {
        if ((own ?? ByKey(row)) is not { } entry)
            return;
        if (request.Operation == BulkOperation.Insert)
            RefuseUnknownKey(plan.Table, row, entry);
        _entries.Add((plan, entry));
    }

    /// <summary>Tells the change tracker that all are stored.</summary>
    public void Accept()
    {
        TrackerFixup fixup = new(request);
        foreach ((BulkPlan plan, EntityEntry entry) in _entries)
        {
            // What was detached meanwhile is not attached again.
            if (tracked.IsTracked(entry))
                fixup.Accept(plan, entry);
        }
    }

    private static void RefuseUnknownKey(TableMap table, in BulkRow row, EntityEntry entry)
    {
        foreach (ColumnMap column in table.Key)
        {
            if (column.Origin != ValueOrigin.StoreDefault)
                continue;
            PropertyEntry key = entry.Property(column.Property);
            if (key.IsTemporary || Equals(key.CurrentValue, column.Property.Sentinel))
            {
                throw new NotSupportedException(
                    $"Row {row.Index} is tracked and leaves its key '{column.DisplayName}' to the column's default, so the key of the stored row cannot be known. "
                    + "Assign the key, or give entities that are not tracked.");
            }
        }
    }

    // A row that is deleted is gone for whoever holds it.
    private EntityEntry? ByKey(in BulkRow row)
        => request.Operation == BulkOperation.Delete ? (_keys ??= new(request, tracked)).EntryOf(row) : null;
}
