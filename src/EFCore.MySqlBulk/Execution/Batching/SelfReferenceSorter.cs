using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Puts rows that refer to each other in an order that foreign keys allow, as <c>SaveChanges</c> does: the server checks them row by row, even
/// within a statement.</summary>
internal sealed class SelfReferenceSorter
{
    private readonly BulkRow[] _rows;
    private readonly int _count;
    private readonly int[] _waitsFor;
    private readonly int[] _firstEdge;
    private readonly List<(int Row, int Next)> _edges = [];

    private readonly InverseReferences? _inverse;

    private SelfReferenceSorter(BulkRow[] rows, int count, InverseReferences? inverse)
    {
        _inverse = inverse;
        _rows = rows;
        _count = count;
        _waitsFor = new int[count];
        _firstEdge = new int[count];
        Array.Fill(_firstEdge, -1);
    }

    /// <summary>Sorts rows into levels, so that the rows of one level do not refer to each other. Within a level they keep their order.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="count">How many of them to sort.</param>
    /// <param name="references">How rows refer to each other.</param>
    /// <param name="inverse">Rows that are in other rows' collections.</param>
    /// <param name="dependentsFirst">Whether the row that refers to another goes first, as for a delete, or last.</param>
    /// <returns>Where each level ends.</returns>
    /// <exception cref="InvalidOperationException">Rows refer to each other in a cycle.</exception>
    public static IReadOnlyList<int> Sort(BulkRow[] rows, int count, SelfReferences references, InverseReferences? inverse, bool dependentsFirst)
    {
        SelfReferenceSorter order = new(rows, count, inverse);
        order.FindEdges(references, dependentsFirst);
        return order._edges.Count == 0 ? [count] : order.SortByLevel();
    }

    private void FindEdges(SelfReferences references, bool dependentsFirst)
    {
        Dictionary<object, int> byInstance = new(_count, ReferenceEqualityComparer.Instance);
        for (int i = 0; i < _count; i++)
            byInstance.TryAdd(_rows[i].Item, i);
        foreach (IGrouping<object, SelfReference> group in references.All.GroupBy(reference => reference.Principal))
        {
            Dictionary<object, int> byKey = new(_count, KeyComparer.Instance);
            for (int i = 0; i < _count; i++)
            {
                if (group.First().KeyOf(_rows[i].Item, _rows[i].IsTracked ? _rows[i].Entry : null) is { } key)
                    byKey.TryAdd(key, i);
            }

            foreach (SelfReference reference in group)
                FindEdges(reference, byInstance, byKey, dependentsFirst);
        }
    }

    private void FindEdges(SelfReference reference, Dictionary<object, int> byInstance, Dictionary<object, int> byKey, bool dependentsFirst)
    {
        for (int i = 0; i < _count; i++)
        {
            object? principal = reference.PrincipalOf(_rows[i]) ?? _rows[i].Place?.PrincipalOf(reference.ForeignKey) ?? _inverse?.PrincipalOf(reference.ForeignKey, _rows[i].Item);
            int found;
            if (principal is null || !byInstance.TryGetValue(principal, out found))
            {
                object? key = principal is null ? reference.ReferenceOf(_rows[i], stored: dependentsFirst) : reference.KeyOf(principal, null);
                if (key is null || !byKey.TryGetValue(key, out found))
                    continue;
            }

            // The server accepts a row that refers to itself.
            if (found == i)
                continue;
            (int first, int then) = dependentsFirst ? (i, found) : (found, i);
            _edges.Add((then, _firstEdge[first]));
            _firstEdge[first] = _edges.Count - 1;
            _waitsFor[then]++;
        }
    }

    private List<int> SortByLevel()
    {
        BulkRow[] sorted = new BulkRow[_count];
        List<int> ends = [];
        List<int> level = [.. Enumerable.Range(0, _count).Where(i => _waitsFor[i] == 0)];
        int at = 0;
        while (level.Count > 0)
        {
            List<int> next = [];
            foreach (int i in level)
            {
                sorted[at++] = _rows[i];
                for (int edge = _firstEdge[i]; edge >= 0; edge = _edges[edge].Next)
                {
                    if (--_waitsFor[_edges[edge].Row] == 0)
                        next.Add(_edges[edge].Row);
                }
            }

            ends.Add(at);
            next.Sort();
            level = next;
        }

        if (at < _count)
            throw Cycle();
        sorted.CopyTo(_rows, 0);
        return ends;
    }

    private InvalidOperationException Cycle()
    {
        IEnumerable<string> inCycles = Enumerable.Range(0, _count).Where(i => _waitsFor[i] > 0).OrderBy(i => _rows[i].Index).Select(i => NameOf(_rows[i]));
        string which = string.Join(", ", inCycles.Take(5)) + (inCycles.Skip(5).Any() ? ", …" : "");
        return new(
            $"A circular dependency was detected among the rows: {which}. They refer to each other, or to rows that do, so none of them can come first. "
            + "Leave one reference null and set it afterwards with BulkUpdate; before a delete, set one to null with BulkUpdate.");
    }

    // Several entities of a graph may come from the same given row.
    private static string NameOf(in BulkRow row) => row.Place is { } place ? $"'{place.Table.DisplayName}' of row {row.Index}" : $"{row.Index}";
}
