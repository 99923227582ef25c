using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The tracked entities among the rows of a call: collected as the rows are sent, updated at its end.</summary>
internal sealed class StoredEntries(BulkRequest request, TrackedEntries tracked)
{
    private readonly List<(BulkPlan Plan, EntityEntry Entry)> _entries = [];
    private TrackedKeys? _keys;

    public TrackedEntries Tracked => tracked;

    /// <summary>The entry of a row; <see langword="null" /> if it is not tracked.</summary>
    public EntityEntry? EntryOf(object item) => request.CanBeTracked ? tracked.Of(item) : null;

    /// <summary>Collects the rows of a lane before they are sent. A stream may have added them to the context since they were read, or detached them.</summary>
    public void Add(Lane lane)
    {
        if (!request.Operation.TakesEntities || tracked.IsEmpty)
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

    /// <summary>Collects a row in whose place one given later is stored.</summary>
    public void Add(BulkPlan plan, in BulkRow row)
    {
        if (!tracked.IsEmpty)
            Add(plan, row, EntryOf(row.Item));
    }

    /// <summary>Collects the tracked entity of a stored row that no given row matches.</summary>
    /// <param name="plan">What happens to it.</param>
    /// <param name="key">Its primary key: one value, or an array of them.</param>
    public void AddMissing(BulkPlan plan, object key)
    {
        if (!tracked.IsEmpty && tracked.ByKey(plan.Table.EntityType.FindPrimaryKey()!, key as object?[] ?? [key]) is { } entry)
            _entries.Add((plan, entry));
    }

    private void Add(BulkPlan plan, in BulkRow row, EntityEntry? own)
    {
        if ((own ?? ByKey(row)) is not { } entry)
            return;
        request.Operation.CheckEntry(plan, row, entry);
        if (!request.Options.WritesAll && plan.ValuePart.Select(cell => cell.Column).OfType<JsonColumn>().FirstOrDefault(column => column.HasComplexElements) is { } elements)
            throw new NotSupportedException($"Row {row.Index} is tracked, and '{elements.DisplayName}' is or has a complex collection, which EF Core accepts with its entity only. Write all properties, or give entities that are not tracked.");
        _entries.Add((plan, entry));
    }

    /// <summary>Tells the change tracker that all are stored.</summary>
    /// <param name="except">Entities whose rows do not exist.</param>
    public void Accept(HashSet<object> except)
    {
        TrackerFixup fixup = new(request, tracked);
        foreach ((BulkPlan plan, EntityEntry entry) in _entries)
        {
            // An entity that was detached in the meantime is not attached again.
            if (InternalEntries.IsHeld(entry) && !except.Contains(entry.Entity))
                request.Operation.Accept(fixup, plan, entry);
        }

        fixup.AcceptReplaced();
    }

    private EntityEntry? ByKey(in BulkRow row)
        => request.Operation.StoresByKey ? (_keys ??= new(request, tracked)).EntryOf(row) : null;
}
