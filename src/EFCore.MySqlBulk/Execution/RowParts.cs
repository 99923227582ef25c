using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Divides the rows of an update or a delete into those of each table: the parts of a derived type follow those of its base, and are deleted before them.</summary>
internal sealed class RowParts
{
    private readonly BulkRequest _request;
    private readonly Lanes _lanes;
    private readonly Dictionary<TableMap, RowPlace[]> _places = [];
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
        for (int i = 0; i < _count; i++)
        {
            int part = isReversed ? _count - 1 - i : i;
            List<BulkRow> some = new(count);
            for (int at = 0; at < count; at++)
            {
                if (PlacesOf(rows[at]) is var places && part < places.Length)
                    some.Add(rows[at] with { Place = places[part] });
            }

            if (some.Count > 0)
                yield return [.. some];
        }
    }

    // A part without columns to update is left out, unless no part has any.
    private RowPlace[] PlacesOf(in BulkRow row)
    {
        TableMap first = _lanes.TableOf(row);
        if (_places.TryGetValue(first, out RowPlace[]? places))
            return places;
        TableMap[] written = [.. TableMap.AllOf(first.EntityType).Where(table => _request.Operation.WritesPart(_request, table))];
        return _places[first] = written.Length == 0 ? [new(first)] : [.. written.Select((table, i) => new RowPlace(table) { IsCounted = i == 0 })];
    }
}
