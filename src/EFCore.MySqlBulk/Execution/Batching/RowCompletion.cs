using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Gives rows what <c>SaveChanges</c> would give them before sending them: foreign keys from their navigations, and generated values.</summary>
internal sealed class RowCompletion
{
    private readonly DbContext _context;
    private readonly TrackedEntries _tracked;
    private readonly RowGroups _groups;
    private readonly PropagatedValues _propagated;
    private readonly InverseReferences? _inverse;
    private readonly ReferenceLinks _links;
    private readonly BulkRequest _request;
    private readonly OperationTraits _traits;
    private readonly Dictionary<TableMap, Parts> _all = [];
    private bool? _runsCallersCode;
    private TableMap? _table;
    private Parts _parts = null!;

    private RowCompletion(BulkRequest request, TrackedEntries tracked, RowGroups groups, PropagatedValues propagated, InverseReferences? inverse)
    {
        _request = request;
        _context = request.Context;
        _tracked = tracked;
        _groups = groups;
        _propagated = propagated;
        _inverse = inverse;
        _traits = request.Traits;
        _links = new(propagated.EntryOf, inverse is null ? null : inverse.PrincipalOf, propagated.Remember, propagated.RememberUnset, propagated.RememberReference);
    }

    /// <summary>For an operation that writes values of entities; <see langword="null" /> for the others.</summary>
    public static RowCompletion? Of(BulkRequest request, TrackedEntries tracked, RowGroups groups, PropagatedValues propagated, InverseReferences? inverse)
        => request.Traits.WritesEntities
            ? new(request, tracked, groups, propagated, inverse)
            : null;

    /// <summary>Generates the values by which a row is looked up or compared, before that is done.</summary>
    public BulkRow Identify(BulkRow row)
    {
        TableMap table = PartsOf(row);
        if (row.IsTracked)
            return row;
        if (row.Entry is null && _parts.Generated.NeedEntryToMatch)
            row = row with { Entry = InternalEntries.CreateUntrackedEntry(_context, table.EntityType, row.Item) };
        _parts.Generated.CompleteToMatch(row, _propagated);
        return row;
    }

    /// <summary>Gives a row the foreign keys of its navigations, before it is looked up by one of them.</summary>
    public BulkRow Refer(BulkRow row)
    {
        row = WithPlace(row, out bool isTracked);
        _parts.References.Complete(row, isTracked, _links);
        return row;
    }

    /// <summary>Does the same for the keys that are known. Returns whether all of them are.</summary>
    public bool TryRefer(ref BulkRow row)
    {
        row = WithPlace(row, out bool isTracked);
        return _parts.References.TryComplete(row, isTracked, _links);
    }

    /// <summary>Whether completing a row runs code of the caller's, which may use the context.</summary>
    public bool RunsCallersCode => _runsCallersCode ??= _request.EntityType.GetConcreteDerivedTypesInclusive().Any(type => Of(TableMaps.Of(type), isInGraph: false).Generated.RunsCallersCode);

    /// <summary>Returns the completed row.</summary>
    /// <exception cref="RowValueException">The row refers to an entity whose key is not known yet, or has a value that the model does not allow.</exception>
    public BulkRow Complete(BulkRow row)
    {
        TableMap table = PartsOf(row);
        bool isTracked = row.IsTracked;
        if (row.Entry is null && _propagated.BesideOf(row.Item) is { } known)
            row = row with { Entry = known };
        if (row.Entry is null && (_parts.NeedEntry || IsHeldInShadow(row)))
            row = row with { Entry = InternalEntries.CreateUntrackedEntry(_context, table.EntityType, row.Item) };
        if (row.Place is { PropagatesKey: true } && row.Entry is { } holder && !isTracked)
            _propagated.AddUntracked(holder);
        if (_parts.References.AreThere)
            _parts.References.Complete(row, isTracked, _links);
        if (!isTracked)
            Generate(row);
        if (_parts.Sharing.AreThere)
            Complete(table, row, isTracked);
        foreach (ColumnMap column in _parts.Guarded)
            _groups.RulesOf(row).CheckValue(table, column, row, isTracked);
        return row;
    }

    private void Generate(in BulkRow row)
    {
        if (row.Presence == RowPresence.Absent)
            _parts.Generated.Complete(row, _propagated);
        else
            _parts.Generated.CompleteToMatch(row, _propagated);
    }

    private bool IsHeldInShadow(in BulkRow row)
        => row.Place is { } place ? place.IsHeld && _parts.References.NeedEntryFor(place) : _inverse is not null && _parts.References.NeedEntryFor(row.Item, _inverse.PrincipalOf);

    private BulkRow WithPlace(BulkRow row, out bool isTracked)
    {
        TableMap table = PartsOf(row);
        isTracked = row.IsTracked;
        return row.Entry is null && _parts.References.NeedEntry ? row with { Entry = InternalEntries.CreateUntrackedEntry(_context, table.EntityType, row.Item) } : row;
    }

    // Only SaveChanges knows whether an entity that shared a tracked row was removed.
    private void Complete(TableMap table, in BulkRow row, bool isTracked)
    {
        if (isTracked && !_parts.Sharing.AreOthersThere)
            return;
        if (isTracked)
        {
            throw new InvalidOperationException(
                $"Row {row.Index} is tracked by the context, and '{table.DisplayName}' shares its table with another entity type. Save tracked entities with BulkSaveChanges, or give entities that are not tracked.");
        }

        _parts.Sharing.Complete(row, hasKey: row.Presence != RowPresence.Absent || !_traits.InsertsEntities || !table.GeneratesKey(row), _tracked.Of);
    }

    private TableMap PartsOf(in BulkRow row)
    {
        TableMap table = _groups.TableOf(row);
        if (_table != table)
            (_table, _parts) = (table, Of(table, isInGraph: row.Place is not null));
        return table;
    }

    private Parts Of(TableMap table, bool isInGraph)
    {
        if (_all.TryGetValue(table, out Parts? parts))
            return parts;
        References references = isInGraph ? References.InGraph(table) : References.Of(table);
        ClientValues generated = new(_context, table, GeneratedOf(table), _traits.LooksUp ? MatchedColumns.Of(table, _request.Options.Match) : []) { AreRelated = _request.AreRelated };
        return _all[table] = new(
            references, generated, SharedParts.Of(table), [.. table.Columns.Where(column => column.IsFixedBeforeSave || column.IsFixedAfterSave)], references.NeedEntry || generated.NeedEntry);
    }

    // Shadow values of rows that exist are not known, and stay as they are.
    private IReadOnlyList<ColumnMap> GeneratedOf(TableMap table)
        => _traits.InsertsEntities || table.EntityType.IsOwned() ? table.Columns : [.. BulkPlanner.UpdatedColumns(table, _request.Options, []).Where(column => column.Path is not null)];

    private sealed record Parts(References References, ClientValues Generated, SharedParts Sharing, ColumnMap[] Guarded, bool NeedEntry);
}
