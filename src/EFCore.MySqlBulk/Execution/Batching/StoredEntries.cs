using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>The tracked entities among the rows of a call: collected as the rows are sent, updated at its end.</summary>
internal sealed class StoredEntries(BulkRequest request, TrackedEntries tracked)
{
    private readonly List<(StatementRules Rules, BulkPlan Plan, EntityEntry Entry)> _entries = [];
    private readonly List<EntityEntry> _replaced = [];
    private TrackedKeys? _keys;

    public TrackedEntries Tracked => tracked;

    /// <summary>The entry of a row; <see langword="null" /> if it is not tracked.</summary>
    public EntityEntry? EntryOf(object item) => request.CanBeTracked ? tracked.Of(item) : null;

    /// <summary>Collects the rows of a group before they are sent. A stream may have added them to the context since they were read, or detached them.</summary>
    public void Add(RowGroup group)
    {
        if (!request.Traits.TakesEntities || tracked.IsEmpty)
            return;
        for (int i = 0; i < group.Count; i++)
        {
            BulkRow row = group.Rows.Span[i];
            EntityEntry? now = EntryOf(row.Item);
            if (now is not null && now != row.Entry)
                group.Set(i, row = row with { Entry = now });
            Add(group, row, now);
        }
    }

    /// <summary>Collects a row that is superseded by one given later.</summary>
    public void Add(RowGroup group, in BulkRow row)
    {
        if (!tracked.IsEmpty)
            Add(group, row, EntryOf(row.Item));
    }

    /// <summary>Collects the tracked entity of an orphan.</summary>
    /// <param name="group">The group that deletes or updates it.</param>
    /// <param name="key">Its primary key: one value, or an array of them.</param>
    public void AddOrphans(RowGroup group, object key)
    {
        if (!tracked.IsEmpty && tracked.ByKey(group.Plan.Table.EntityType.FindPrimaryKey()!, key as object?[] ?? [key]) is { } entry)
            _entries.Add((group.Rules, group.Plan, entry));
    }

    /// <summary>Collects a deleted owned entity without a row: another one has taken it over, or the owner's was deleted before.</summary>
    public void AddReplaced(EntityEntry part) => _replaced.Add(part);

    private void Add(RowGroup group, in BulkRow row, EntityEntry? own)
    {
        if ((own ?? ByKey(row)) is not { } entry)
            return;
        group.Rules.CheckEntry(group.Plan, row, entry);
        if (!request.Options.WritesAll && group.Plan.ValuePart.Select(cell => cell.Column).OfType<JsonColumn>().FirstOrDefault(column => column.HasComplexElements) is { } elements)
            throw new InvalidOperationException($"Row {row.Index} is tracked, and '{elements.DisplayName}' is or has a complex collection, which EF Core marks as stored only with its whole entity. Write all properties, or give entities that are not tracked.");
        _entries.Add((group.Rules, group.Plan, entry));
    }

    /// <summary>Marks all of them as stored in the change tracker.</summary>
    /// <param name="except">Entities whose rows do not exist.</param>
    public void Accept(IReadOnlySet<object> except)
    {
        TrackerFixup fixup = new(request, tracked);
        foreach ((StatementRules rules, BulkPlan plan, EntityEntry entry) in _entries)
        {
            // An entity that was detached in the meantime is not attached again.
            if (InternalEntries.IsHeld(entry) && !except.Contains(entry.Entity))
                rules.Accept(fixup, plan, entry);
        }

        foreach (EntityEntry part in _replaced.Where(InternalEntries.IsHeld))
            part.State = EntityState.Detached;
        fixup.AcceptReplaced();
    }

    private EntityEntry? ByKey(in BulkRow row)
        => request.Traits.StoresByKey ? (_keys ??= new(request, tracked)).EntryOf(row) : null;
}
