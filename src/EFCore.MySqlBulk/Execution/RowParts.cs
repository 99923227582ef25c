using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Divides the rows of an update or a delete into those of each table: the parts of a derived type follow those of its base, and are deleted before them.</summary>
internal sealed class RowParts
{
    private readonly BulkRequest _request;
    private readonly Lanes _lanes;
    private readonly Dictionary<TableMap, Part[]> _parts = [];
    private readonly int _count;

    private RowParts(BulkRequest request, Lanes lanes, int count)
    {
        _request = request;
        _lanes = lanes;
        _count = count;
    }

    /// <returns><see langword="null" /> if each row is in one table.</returns>
    public static RowParts? Of(BulkRequest request, Lanes lanes)
        => request.IsDivided && request.EntityType.GetConcreteDerivedTypesInclusive().Max(type => TableMap.AllOf(type).Count) is > 1 and var count ? new(request, lanes, count) : null;

    /// <summary>The rows of each part, in the order in which they are sent.</summary>
    public IEnumerable<BulkRow[]> Divide(BulkRow[] rows, int count)
    {
        bool isReversed = _request.Operation is { GoesByFamily: true, DependentsGoFirst: true };
        bool[] areCounted = new bool[count];
        for (int i = 0; i < _count; i++)
        {
            int part = isReversed ? _count - 1 - i : i;
            List<BulkRow> some = new(count);
            for (int at = 0; at < count; at++)
            {
                if (PartsOf(rows[at]) is not { } parts || part >= parts.Length || !IsSent(rows[at], parts[part].Table))
                    continue;
                // An entity is counted with its first part, which is deleted last.
                bool isCounted = isReversed ? part == 0 : !areCounted[at];
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

    // A part without columns to update is left out, unless no part has any.
    private Part[] PartsOf(in BulkRow row)
    {
        TableMap first = _lanes.TableOf(row);
        if (_parts.TryGetValue(first, out Part[]? parts))
            return parts;
        TableMap[] written = [.. TableMap.AllOf(first.EntityType).Where(table => _request.Operation.WritesPart(_request, table))];
        return _parts[first] = written.Length == 0 ? [new(first)] : [.. written.Select(table => new Part(table))];
    }

    private sealed class Part(TableMap table)
    {
        public TableMap Table => table;

        public RowPlace Counted { get; } = new(table) { IsCounted = true };

        public RowPlace Other { get; } = new(table);
    }
}
