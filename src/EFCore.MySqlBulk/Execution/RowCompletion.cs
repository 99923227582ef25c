using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Gives rows what <c>SaveChanges</c> would give them before sending them: foreign keys from their navigations, and generated values.</summary>
internal sealed class RowCompletion
{
    private readonly DbContext _context;
    private readonly TrackedEntries _tracked;
    private readonly Lanes _lanes;
    private readonly CollectedRows? _collected;
    private readonly Operation _operation;
    private readonly Dictionary<TableMap, Parts> _all = [];
    private TableMap? _table;
    private Parts _parts = null!;

    private RowCompletion(DbContext context, TrackedEntries tracked, Lanes lanes, CollectedRows? collected, Operation operation)
    {
        _context = context;
        _tracked = tracked;
        _lanes = lanes;
        _collected = collected;
        _operation = operation;
    }

    /// <summary>For an operation that writes values of entities; <see langword="null" /> for the others.</summary>
    public static RowCompletion? Of(BulkRequest request, TrackedEntries tracked, Lanes lanes, CollectedRows? collected)
        => request.Operation.WritesEntities
            ? new(request.Context, tracked, lanes, collected, request.Operation)
            : null;

    /// <summary>Gives a row the foreign keys of its navigations, before it is looked up by one of them.</summary>
    public BulkRow Refer(BulkRow row)
    {
        row = WithPlace(row, out bool isTracked);
        _parts.References.Complete(row, isTracked, _tracked.Of, _collected is null ? null : _collected.PrincipalOf);
        return row;
    }

    /// <summary>Does the same as far as the keys are known. Returns whether all of them are.</summary>
    public bool TryRefer(ref BulkRow row)
    {
        row = WithPlace(row, out bool isTracked);
        return _parts.References.TryComplete(row, isTracked, _tracked.Of, _collected is null ? null : _collected.PrincipalOf);
    }

    /// <summary>Returns the completed row.</summary>
    /// <exception cref="RowValueException">It refers to an entity whose key is not known yet, or has a value that the model does not allow.</exception>
    public BulkRow Complete(BulkRow row)
    {
        TableMap table = PartsOf(row);
        bool isTracked = row.IsTracked;
        if (row.Entry is null && (_parts.NeedEntry || (_collected is not null && _parts.References.NeedEntryFor(row.Item, _collected.PrincipalOf))))
            row = row with { Entry = InternalEntries.Beside(_context, table.EntityType, row.Item) };
        if (_parts.References.AreThere)
            _parts.References.Complete(row, isTracked, _tracked.Of, _collected is null ? null : _collected.PrincipalOf);
        if (!isTracked && row.Presence == RowPresence.Absent)
            _parts.Generated?.Complete(row);
        if (_parts.Sharing.AreThere)
            Complete(table, row, isTracked);
        foreach (ColumnMap column in _parts.Guarded)
            _operation.CheckGuarded(table, column, row, isTracked);
        return row;
    }

    private BulkRow WithPlace(BulkRow row, out bool isTracked)
    {
        TableMap table = PartsOf(row);
        isTracked = row.Entry is not null;
        return !isTracked && _parts.References.NeedEntry ? row with { Entry = InternalEntries.Beside(_context, table.EntityType, row.Item) } : row;
    }

    // Whether an entity that shared a tracked row is gone is known to SaveChanges only.
    private void Complete(TableMap table, in BulkRow row, bool isTracked)
    {
        if (isTracked)
        {
            throw new NotSupportedException(
                $"Row {row.Index} is tracked by the context, and '{table.DisplayName}' shares its table with another entity type. Save tracked entities with BulkSaveChanges, or give entities that are not tracked.");
        }

        _parts.Sharing.Complete(row, hasKey: row.Presence != RowPresence.Absent || !_operation.GeneratesValues || !table.GeneratesKey(row), _tracked.Of);
    }

    private TableMap PartsOf(in BulkRow row)
    {
        TableMap table = _lanes.TableOf(row.Item);
        if (_table != table)
            (_table, _parts) = (table, Of(table));
        return table;
    }

    private Parts Of(TableMap table)
    {
        if (_all.TryGetValue(table, out Parts? parts))
            return parts;
        References references = References.Of(table);
        ClientValues? generated = _operation.GeneratesValues ? new(_context, table) : null;
        return _all[table] = new(
            references, generated, SharedParts.Of(table), [.. table.Columns.Where(_operation.IsGuarded)], references.NeedEntry || generated is { NeedEntry: true });
    }

    private sealed record Parts(References References, ClientValues? Generated, SharedParts Sharing, ColumnMap[] Guarded, bool NeedEntry);
}
