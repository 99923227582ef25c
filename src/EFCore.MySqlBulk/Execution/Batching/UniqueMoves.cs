using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using KeyComparer = EFCore.MySqlBulk.Mapping.Keys.KeyComparer;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Values of unique indexes that move from one row of a call to another. The server checks each row by itself, so a row that gives up a value goes before the one that takes it over, as
/// <c>SaveChanges</c> orders them.</summary>
internal sealed class UniqueMoves
{
    private readonly RowGroups _groups;
    private readonly bool _looksUp;
    private readonly Dictionary<RowGroup, IReadOnlyList<UniqueIndex>> _written = [];
    private readonly Dictionary<object, List<UniqueMove>> _moves = new(ReferenceEqualityComparer.Instance);

    private UniqueMoves(RowGroups groups, bool looksUp)
    {
        _groups = groups;
        _looksUp = looksUp;
    }

    /// <returns><see langword="null" /> if the call changes no unique value of a stored row.</returns>
    public static UniqueMoves? Of(BulkRequest request, RowGroups groups) => ColumnsOf(request).Count > 0 ? new(groups, request.Traits.LooksUp) : null;

    /// <summary>The columns whose stored values a row gives up.</summary>
    public static IReadOnlyList<ColumnMap> ColumnsOf(BulkRequest request)
        => !request.Traits.UpdatesEntities ? []
            : [.. request.EntityType.GetConcreteDerivedTypesInclusive().Select(TableMaps.Of).SelectMany(map => IndexesOf(map, BulkPlanner.UpdatedColumns(map, request.Options, [])))
                .SelectMany(index => index.Columns).DistinctBy(column => column.Name)];

    /// <summary>Whether any row moves a value.</summary>
    public bool AreThere => _moves.Count > 0;

    /// <summary>Removes all rows.</summary>
    public void Clear() => _moves.Clear();

    /// <summary>Adds a row that is updated.</summary>
    /// <param name="row">The row.</param>
    /// <param name="stored">Reads a stored value, in the property's type.</param>
    public void Add(in BulkRow row, Func<ColumnMap, object?> stored)
    {
        RowGroup group = _groups.Of(row);
        if (!_written.TryGetValue(group, out IReadOnlyList<UniqueIndex>? indexes))
            _written[group] = indexes = IndexesOf(group.Plan.Table, [.. group.Plan.ValuePart.Select(cell => cell.Column)]);
        foreach (UniqueIndex index in indexes)
        {
            object?[] before = index.Values(stored);
            object?[] after = (object?[])before.Clone();
            for (int i = 0; i < index.Columns.Count; i++)
            {
                if (group.Plan.ValuePart.Any(cell => cell.Column == index.Columns[i]))
                    after[i + 1] = index.Columns[i].Sent(index.Columns[i].ValueOf(row.Item, row.Entry));
            }

            if (!KeyComparer.Instance.Equals(before, after))
                (_moves.TryGetValue(row.Item, out List<UniqueMove>? moves) ? moves : _moves[row.Item] = []).Add(new(before, after));
        }
    }

    /// <summary>Adds tracked entities that are updated, by the values that they were read with.</summary>
    public void AddTracked(ReadOnlySpan<BulkRow> rows)
    {
        foreach (BulkRow row in rows)
        {
            if (row.Entry is { State: EntityState.Modified } entry)
                Add(row, column => column.Member.DeclaringType is IEntityType type && type.IsAssignableFrom(entry.Metadata) ? entry.Property(column.Property).OriginalValue : column.ValueOf(row.Item, row.Entry));
        }
    }

    /// <summary>Puts rows first that give up a value which another row takes over, together with the stored rows that take it, in the order in which they have to be sent.</summary>
    /// <returns>The number of these rows. The others follow in any order.</returns>
    /// <exception cref="RowValueException">Rows wait for each other in a cycle.</exception>
    public int GoFirst(Span<BulkRow> rows)
    {
        if (_moves.Count == 0)
            return 0;
        Dictionary<object, int> givers = new(KeyComparer.Instance);
        for (int i = 0; i < rows.Length; i++)
        {
            foreach (UniqueMove move in MovesOf(rows[i]).Where(move => !move.Before.Contains(null)))
                givers[move.Before] = i;
        }

        Dictionary<int, int[]> waits = [];
        for (int i = 0; i < rows.Length; i++)
        {
            int at = i;
            int[] awaited = [.. TakenBy(rows[i]).Select(value => givers.GetValueOrDefault(value, at)).Where(giver => giver != at)];
            if (awaited.Length > 0)
                waits[i] = awaited;
        }

        return waits.Count == 0 ? 0 : Arrange(rows, Ordered(rows, waits));
    }

    private List<UniqueMove> MovesOf(in BulkRow row) => row.Presence != RowPresence.Superseded && _moves.TryGetValue(row.Item, out List<UniqueMove>? moves) ? moves : [];

    // A new row takes values of all indexes.
    private IEnumerable<object?[]> TakenBy(BulkRow row)
    {
        IEnumerable<object?[]> taken = _looksUp && row.Presence == RowPresence.Absent
            ? UniqueIndex.Of(_groups.TableOf(row.Item)).Select(index => index.Values(column => column.ValueOf(row.Item, row.Entry)))
            : MovesOf(row).Select(move => move.After);
        return taken.Where(values => !values.Contains(null));
    }

    // Each row comes after those that it waits for.
    private List<int> Ordered(ReadOnlySpan<BulkRow> rows, Dictionary<int, int[]> waits)
    {
        List<int> ordered = [];
        Dictionary<int, bool> isDone = [];
        Stack<int> open = new();
        foreach (int start in waits.Keys)
        {
            open.Push(start);
            while (open.TryPeek(out int at))
            {
                isDone.TryAdd(at, false);
                int[] rest = isDone[at] ? [] : [.. waits.GetValueOrDefault(at, []).Where(giver => !isDone.GetValueOrDefault(giver))];
                if (rest.Length > 0)
                {
                    if (Array.Exists(rest, isDone.ContainsKey))
                        throw Cycle(rows[at]);
                    open.Push(rest[0]);
                    continue;
                }

                open.Pop();
                if (!isDone[at] && !(_looksUp && rows[at].Presence == RowPresence.Absent))
                    ordered.Add(at);
                isDone[at] = true;
            }
        }

        return ordered;
    }

    private static int Arrange(Span<BulkRow> rows, List<int> first)
    {
        HashSet<int> moved = [.. first];
        BulkRow[] all = rows.ToArray();
        int next = 0;
        foreach (int at in first)
            rows[next++] = all[at];
        for (int i = 0; i < all.Length; i++)
        {
            if (!moved.Contains(i))
                rows[next++] = all[i];
        }

        return first.Count;
    }

    private static RowValueException Cycle(in BulkRow row)
        => new("It takes over a unique value from another row of the call, and that row takes over one from this row, directly or through others: no order of the updates is possible. Give one of them another value first, in a call of its own.") { Row = row };

    private static IReadOnlyList<UniqueIndex> IndexesOf(TableMap map, IReadOnlyCollection<ColumnMap> written)
        => [.. UniqueIndex.Of(map).Where(index => index.Columns.Any(written.Contains))];
}
