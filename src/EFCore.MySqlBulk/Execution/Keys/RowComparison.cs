using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Compares the rows that were sent with those found under their computed keys.</summary>
/// <remarks>A column that came back as sent in every row distinguishes rows. One that did not is no evidence by itself: a trigger may change contents
/// too, and a converter may write the same value differently each time. It shows that the keys are wrong if all its values came back, but under each
/// other's keys.</remarks>
internal static class RowComparison
{
    /// <param name="columns">The columns that can be compared.</param>
    /// <param name="rows">The rows that were sent.</param>
    /// <param name="found">The values found for each of them, in the properties' types.</param>
    public static bool AreFound(IReadOnlyList<ColumnMap> columns, ReadOnlySpan<BulkRow> rows, object?[][] found)
    {
        List<object?[]> same = [];
        bool exchanged = false;
        for (int c = 0; c < columns.Count; c++)
        {
            ColumnMap column = columns[c];
            object?[] sent = new object?[rows.Length];
            object?[] stored = new object?[rows.Length];
            for (int i = 0; i < rows.Length; i++)
                (sent[i], stored[i]) = (column.ValueOf(rows[i].Item, rows[i].Entry), found[i][c]);
            if (AreSame(column, sent, stored))
                same.Add(Marks(column, stored));
            else
                exchanged |= AreExchanged(column, sent, stored);
        }

        return !exchanged || AreTold(same, rows.Length);
    }

    private static bool AreSame(ColumnMap column, object?[] sent, object?[] stored)
    {
        for (int i = 0; i < sent.Length; i++)
        {
            if (!IsSame(column, sent[i], stored[i]))
                return false;
        }

        return true;
    }

    // With a converter, values may be equal although their stored forms are not.
    private static bool IsSame(ColumnMap column, object? sent, object? stored)
        => StoredValue.IsSame(column.ToProvider(sent), column.ToProvider(stored))
            || (column.TypeMapping.Converter is not null && column.Property.GetValueComparer().Equals(sent, stored));

    private static bool AreExchanged(ColumnMap column, object?[] sent, object?[] stored)
        => AreSame(column, Sorted(sent, column), Sorted(stored, column))
            || (column.TypeMapping.Converter is not null && SetOf(column, sent).SetEquals(SetOf(column, stored)));

    private static object?[] Sorted(object?[] values, ColumnMap column)
        => [.. values.OrderBy(value => column.ToProvider(value) is string text ? text.TrimEnd(' ').ToUpperInvariant() : column.ToProvider(value), KeyComparer.Instance)];

    private static HashSet<object> SetOf(ColumnMap column, object?[] values)
        => new(values.Where(value => value is not null)!, column.Property.GetValueComparer());

    // Replaces each value by a number, the same for equal values, since values with a converter need not be comparable.
    private static object?[] Marks(ColumnMap column, object?[] values)
    {
        if (column.TypeMapping.Converter is null)
            return values;
        Dictionary<object, object> marks = new(column.Property.GetValueComparer());
        return [.. values.Select(value => value is null ? null : marks.TryGetValue(value, out object? mark) ? mark : marks[value] = marks.Count)];
    }

    private static bool AreTold(List<object?[]> columns, int rows)
        => Enumerable.Range(0, rows).Select(i => columns.Select(values => values[i]).ToArray()).Distinct(Tuples.Instance).Count() == rows;

    private sealed class Tuples : IEqualityComparer<object?[]>
    {
        public static Tuples Instance { get; } = new();

        public bool Equals(object?[]? x, object?[]? y) => KeyComparer.Instance.Equals(x, y);

        public int GetHashCode(object?[] values) => KeyComparer.Instance.GetHashCode(values);
    }
}
