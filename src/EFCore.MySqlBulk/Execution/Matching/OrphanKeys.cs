using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Tables;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The primary keys of orphans: one value, or an array of them.</summary>
/// <param name="table">Their table.</param>
/// <param name="comparer">Compares the keys.</param>
internal sealed class OrphanKeys(TableMap table, StoredKeyComparer comparer)
{
    // Each key with the foreign and the principal key values of its row; empty if rows do not refer to each other.
    private readonly Dictionary<object, (object? Reference, object? Principal)[]> _keys = new(comparer);
    private readonly SelfReference[] _references = [.. SelfReferences.Of(table).All];

    public int Count => _keys.Count;

    /// <summary>The columns by which rows refer to each other.</summary>
    public static IEnumerable<ColumnMap> ColumnsOf(TableMap table)
        => SelfReferences.Of(table).All.SelectMany(each => DependentColumns(each).Concat(PrincipalColumns(each)));

    /// <summary>Adds a row.</summary>
    /// <param name="key">Its key.</param>
    /// <param name="read">Reads one of the columns by which rows refer to each other.</param>
    public void Add(object key, Func<ColumnMap, object?> read)
        => _keys.TryAdd(key, _references.Length == 0 ? [] : [.. _references.Select(each => (Together(DependentColumns(each), read), Together(PrincipalColumns(each), read)))]);

    /// <summary>Removes a row that a given row matches. Returns whether its key was present.</summary>
    public bool Remove(object key) => _keys.Remove(key);

    /// <summary>The keys in an order in which foreign keys allow the deletes: a row that refers to another comes before it. Rows of one level do not
    /// refer to each other; rows that refer to each other in a cycle are the last level.</summary>
    public IEnumerable<IReadOnlyCollection<object>> ByLevel()
    {
        if (_references.Length == 0)
            return [_keys.Keys];
        Dictionary<object, List<object>> principals = new(comparer);
        Dictionary<object, int> dependents = _keys.Keys.ToDictionary(key => key, _ => 0, comparer);
        for (int i = 0; i < _references.Length; i++)
        {
            Dictionary<object, object> byPrincipal = new(KeyComparer.Instance);
            foreach ((object key, (object? Reference, object? Principal)[] values) in _keys)
            {
                if (values[i].Principal is { } principal)
                    byPrincipal.TryAdd(principal, key);
            }

            foreach ((object key, (object? Reference, object? Principal)[] values) in _keys)
            {
                if (values[i].Reference is not { } reference || !byPrincipal.TryGetValue(reference, out object? other) || comparer.Equals(other, key))
                    continue;
                dependents[other]++;
                (principals.TryGetValue(key, out List<object>? all) ? all : principals[key] = []).Add(other);
            }
        }

        return Levels(principals, dependents);
    }

    private static List<IReadOnlyCollection<object>> Levels(Dictionary<object, List<object>> principals, Dictionary<object, int> dependents)
    {
        List<IReadOnlyCollection<object>> levels = [];
        List<object> level = [.. dependents.Where(each => each.Value == 0).Select(each => each.Key)];
        while (level.Count > 0)
        {
            levels.Add(level);
            List<object> next = [];
            foreach (object key in level)
            {
                dependents.Remove(key);
                foreach (object principal in principals.GetValueOrDefault(key) ?? [])
                {
                    if (--dependents[principal] == 0)
                        next.Add(principal);
                }
            }

            level = next;
        }

        if (dependents.Count > 0)
            levels.Add(dependents.Keys);
        return levels;
    }

    private static IEnumerable<ColumnMap> DependentColumns(SelfReference reference)
        => reference.ForeignKey.Properties.Select(property => TableMaps.ColumnOf(reference.ForeignKey.DeclaringEntityType, property));

    private static IEnumerable<ColumnMap> PrincipalColumns(SelfReference reference)
        => reference.ForeignKey.PrincipalKey.Properties.Select(property => TableMaps.ColumnOf(reference.ForeignKey.PrincipalKey.DeclaringEntityType, property));

    private static object? Together(IEnumerable<ColumnMap> columns, Func<ColumnMap, object?> read)
    {
        object?[] values = [.. columns.Select(column => column.Sent(read(column)))];
        return values.Contains(null) ? null : values.Length == 1 ? values[0] : values;
    }
}
