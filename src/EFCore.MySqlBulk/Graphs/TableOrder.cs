using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>Puts the tables of a graph in the order of their foreign keys: the tables that others refer to come first. Tables that refer to each
/// other in a cycle, or to themselves, form a group, whose rows are sorted among themselves.</summary>
internal sealed class TableOrder
{
    private readonly TableMap[] _tables;
    private readonly Func<TableMap, object>? _togetherOf;
    private readonly List<int>[] _principals;
    private readonly int[] _index;
    private readonly int[] _low;
    private readonly int[] _group;
    private readonly Stack<int> _open = new();
    private readonly List<List<int>> _groups = [];
    private int _next;

    private TableOrder(IReadOnlyList<TableMap> tables, Func<TableMap, object>? togetherOf)
    {
        _togetherOf = togetherOf;
        _tables = [.. tables];
        _principals = [.. _tables.Select(table => PrincipalsOf(table).ToList())];
        _index = new int[_tables.Length];
        _low = new int[_tables.Length];
        _group = new int[_tables.Length];
    }

    /// <summary>The groups of tables, by the stage in which their rows can be inserted: groups of one stage do not refer to each other.</summary>
    /// <param name="tables">The tables.</param>
    /// <param name="togetherOf">Tables for which it returns the same value are in one group; <see langword="null" /> if no tables are combined.</param>
    public static IReadOnlyList<IReadOnlyList<TableGroup>> Of(IReadOnlyList<TableMap> tables, Func<TableMap, object>? togetherOf = null)
    {
        TableOrder order = new(tables, togetherOf);
        for (int i = 0; i < order._tables.Length; i++)
        {
            if (order._index[i] == 0)
                order.Visit(i);
        }

        return order.Stages();
    }

    // Tarjan's algorithm: groups are found principals first.
    private void Visit(int at)
    {
        _index[at] = _low[at] = ++_next;
        _group[at] = -1;
        _open.Push(at);
        foreach (int principal in _principals[at])
        {
            if (_index[principal] == 0)
                Visit(principal);
            if (_group[principal] < 0)
                _low[at] = Math.Min(_low[at], _low[principal]);
        }

        if (_low[at] != _index[at])
            return;
        List<int> group = [];
        int member;
        do
        {
            member = _open.Pop();
            _group[member] = _groups.Count;
            group.Add(member);
        }
        while (member != at);

        group.Sort();
        _groups.Add(group);
    }

    private List<IReadOnlyList<TableGroup>> Stages()
    {
        int[] stage = new int[_groups.Count];
        List<IReadOnlyList<TableGroup>> stages = [];
        for (int i = 0; i < _groups.Count; i++)
        {
            stage[i] = _groups[i].SelectMany(table => _principals[table]).Where(principal => _group[principal] != i).Select(principal => stage[_group[principal]] + 1).DefaultIfEmpty(0).Max();
            while (stages.Count <= stage[i])
                stages.Add(new List<TableGroup>());
            ((List<TableGroup>)stages[stage[i]]).Add(GroupOf(_groups[i]));
        }

        return stages;
    }

    private TableGroup GroupOf(List<int> group)
    {
        HashSet<TableMap> tables = [.. group.Select(table => _tables[table])];
        bool isCircle = group.Exists(table => _principals[table].Exists(group.Contains));
        IForeignKey[] within = !isCircle ? [] : [.. tables.SelectMany(table => table.EntityType.GetForeignKeys()).Distinct().Where(foreignKey => IsOrdered(foreignKey) && tables.Any(table => foreignKey.PrincipalEntityType.IsAssignableFrom(table.EntityType)))];
        return new([.. tables], within.Length == 0 ? null : new(within));
    }

    private IEnumerable<int> PrincipalsOf(TableMap table)
    {
        // If an entity's first table represents all its tables, the foreign keys of all of them count.
        ColumnMap[] columns = [.. TableMaps.AllOf(table.EntityType).Where(part => part == table || !_tables.Contains(part)).SelectMany(part => part.Columns)];
        foreach (IForeignKey foreignKey in table.EntityType.GetForeignKeys())
        {
            if (!foreignKey.Properties.All(property => columns.Any(column => column.Member == property)))
                continue;
            int parts = TableMaps.AllOf(foreignKey.PrincipalEntityType).Count;
            for (int i = 0; i < _tables.Length; i++)
            {
                // The parts of a base type come first.
                if (IsOrdered(foreignKey) && foreignKey.PrincipalEntityType.IsAssignableFrom(_tables[i].EntityType) && TableMaps.AllOf(_tables[i].EntityType).Take(parts).Contains(_tables[i]))
                    yield return i;
            }
        }

        for (int i = 0; i < _tables.Length; i++)
        {
            if (_togetherOf is not null && _tables[i] != table && _togetherOf(_tables[i]) == _togetherOf(table))
                yield return i;
        }

        if (!table.IsFurther)
            yield break;
        foreach (TableMap earlier in TableMaps.AllOf(table.EntityType).TakeWhile(each => each != table))
            yield return Array.IndexOf(_tables, earlier);
    }

    // A row may refer to itself, and owned entities in their owner's row refer to it by its key.
    private static bool IsOrdered(IForeignKey foreignKey) => !foreignKey.Properties.SequenceEqual(foreignKey.PrincipalKey.Properties);
}
