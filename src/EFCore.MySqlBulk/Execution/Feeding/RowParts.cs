using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Divides the rows of an update or a delete into those of each table: the parts of a derived type follow those of its base. A delete uses
/// the opposite order, and begins with owned entities.</summary>
internal sealed class RowParts
{
    private readonly BulkRequest _request;
    private readonly RowGroups _groups;
    private readonly Dictionary<TableMap, Part[]> _parts = [];
    private readonly int _count;
    private readonly bool _isDelete;

    private RowParts(BulkRequest request, RowGroups groups, int count, bool isDelete)
    {
        _isDelete = isDelete;
        _request = request;
        _groups = groups;
        _count = count;
    }

    /// <returns><see langword="null" /> if each row is in one table.</returns>
    public static RowParts? Of(BulkRequest request, RowGroups groups)
    {
        if (!request.IsDivided)
            return null;
        bool isDelete = request.Traits is { OrdersSelfReferences: true, DependentsGoFirst: true };
        int count = request.EntityType.GetConcreteDerivedTypesInclusive().Max(type => TableMaps.AllOf(type).Count + (isDelete ? OwnedTable.Of(TableMaps.Of(type)).Count : 0));
        return count > 1 ? new(request, groups, count, isDelete) : null;
    }

    /// <summary>The rows of each part, in the order in which they are sent.</summary>
    public IEnumerable<BulkRow[]> Divide(BulkRow[] rows, int count)
    {
        bool[] areCounted = new bool[count];
        for (int i = 0; i < _count; i++)
        {
            int part = _isDelete ? _count - 1 - i : i;
            List<BulkRow> some = new(count);
            for (int at = 0; at < count; at++)
            {
                if (PartsOf(rows[at]) is not { } parts || part >= parts.Length || !IsSent(rows[at], parts[part].Table))
                    continue;
                // An entity is counted with its first part, which is deleted last.
                bool isCounted = _isDelete ? part == 0 : !areCounted[at];
                areCounted[at] |= isCounted;
                some.Add(rows[at] with { Place = isCounted ? parts[part].Counted : parts[part].Other });
            }

            if (some.Count > 0)
                yield return [.. some];
        }
    }

    private bool IsSent(in BulkRow row, TableMap table)
    {
        if (!_request.Options.OnlyModified || row.Entry is not { } entry)
            return true;
        foreach (ColumnMap column in table.Updatable)
        {
            if (column.IsModified(entry))
                return true;
        }

        return false;
    }

    // A part without columns to update is skipped, unless no part has any.
    private Part[] PartsOf(in BulkRow row)
    {
        TableMap first = _groups.TableOf(row);
        if (_parts.TryGetValue(first, out Part[]? parts))
            return parts;
        TableMap[] written = [.. TableMaps.AllOf(first.EntityType).Where(table => !_request.Traits.UpdatesEntities || BulkPlanner.UpdatedColumns(table, _request.Options, []).Length > 0)];
        // Owned entities are deleted first, and this list is sent in reverse.
        IEnumerable<TableMap> owned = _isDelete ? OwnedTable.Of(first).Reverse() : [];
        return _parts[first] = written.Length == 0 ? [new(first)] : [.. written.Concat(owned).Select(table => new Part(table))];
    }

    private sealed class Part(TableMap table)
    {
        public TableMap Table => table;

        public RowPlace Counted { get; } = new(table) { IsCounted = true };

        public RowPlace Other { get; } = new(table);
    }
}
