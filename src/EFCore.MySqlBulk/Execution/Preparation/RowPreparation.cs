using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Options;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Prepares the rows of a call before anything is planned: skips those that an update does not write, and runs the hooks for the others.</summary>
internal sealed class RowPreparation : IDisposable
{
    private readonly BulkRequest _request;
    private readonly RowHooks? _hooks;
    private readonly bool _detects;
    private readonly TrackedEntries? _tracked;
    private readonly RowTypes? _types;
    private readonly Dictionary<TableMap, ColumnMap[]> _columns = [];

    private RowPreparation(BulkRequest request, RowHooks? hooks)
    {
        _request = request;
        _hooks = hooks;
        bool isStream = !request.Rows.CanRepeat;
        // Changes of all entities are detected here once, and again by the call itself. In between, only the code behind a stream can change entities.
        _detects = isStream && request.Context.ChangeTracker.AutoDetectChangesEnabled;
        _tracked = isStream || request.Options.OnlyModified ? TrackedEntries.Of(request) : null;
        _types = request.Options.OnlyModified ? new(request) : null;
    }

    /// <returns>The preparation; <see langword="null" /> if there is nothing to do.</returns>
    public static RowPreparation? Of(BulkRequest request, bool runsHooks)
        => !request.CanBeTracked ? null
            : runsHooks && !request.Traits.LooksUp && request.Hooks is { } hooks ? new(request, hooks)
            : request.Options.OnlyModified ? new(request, null)
            : null;

    /// <summary>Prepares a row, and returns whether it is sent.</summary>
    /// <exception cref="BulkOperationException">It is not known which properties are modified.</exception>
    public bool Prepare(object? row, int index)
    {
        // A null row is refused by the row reader.
        if (row is null)
            return true;
        EntityEntry? entry = _tracked?.Of(row);
        if (_types is not null && !IsModified(_types.Of(row), entry, index))
            return false;
        if (_hooks is null)
            return true;
        _hooks.Run(row);
        if (_detects)
            entry?.DetectChanges();
        return true;
    }

    public void Dispose() => _tracked?.Dispose();

    private bool IsModified(TableMap table, EntityEntry? entry, int index)
    {
        if (entry is not { State: EntityState.Unchanged or EntityState.Modified })
        {
            throw new BulkOperationException(
                $"OnlyModified writes the modified properties of stored entities, but row {index} is {(entry is null ? "not tracked by the context" : $"tracked as {entry.State}")}. Load it with the context, or leave OnlyModified out.")
            {
                RowIndex = index,
            };
        }

        if (_detects)
            entry.DetectChanges();
        return entry.State == EntityState.Modified && Array.Exists(ColumnsOf(table), column => column.IsModified(entry));
    }

    // A change that the model does not allow is refused when the row is sent.
    private ColumnMap[] ColumnsOf(TableMap table)
        => _columns.TryGetValue(table, out ColumnMap[]? columns) ? columns
            : _columns[table] = [.. TableMaps.AllOf(table.EntityType).SelectMany(ColumnsOfPart)];

    private IEnumerable<ColumnMap> ColumnsOfPart(TableMap table)
        => [.. WrittenColumns.Of(table, _request.Options).Except(MatchedColumns.Of(table, _request.Options.Match)), .. table.Columns.Where(column => column.IsFixedAfterSave)];
}
