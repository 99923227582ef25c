using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution;

/// <summary>What is known of a table's generated keys on a server: nothing, that the computed ones are right, or that a trigger sets them.</summary>
/// <remarks>A <c>BEFORE INSERT</c> trigger may set the key while the first id and the row count look right, and a user with data rights only cannot
/// see triggers. So the first statement's rows are read back by their computed keys and compared, row by row, with what was sent. Columns that come
/// back otherwise (a trigger may change those too) prove nothing; the keys are right when the others tell every row from every other.</remarks>
internal sealed class KeyProof
{
    /// <summary>The computed keys were seen to be right.</summary>
    public bool IsProven { get; private set; }

    /// <summary>They were seen to be wrong, or could not be told.</summary>
    public bool IsByTrigger { get; private set; }

    public static KeyProof Of(TableMap table, ServerFacts server, SessionFacts session)
        => table.GetOrAdd((nameof(KeyProof), server.Identity, session.Database), static (_, _) => new KeyProof());

    public static KeyProof Of(BulkPlan plan) => Of(plan.Table, plan.Server, plan.Session);

    /// <summary>Looks at the rows of a statement and remembers what it found.</summary>
    /// <returns>Whether the computed keys are right.</returns>
    public async ValueTask<bool> CheckAsync(
        BulkPlan plan, IRowHolder holder, QuotedNames names, ReadOnlyMemory<BulkRow> rows, long firstKey, IOBehavior io, CancellationToken token)
    {
        int step = plan.Session.AutoIncrementIncrement;
        IReadOnlyList<ColumnMap> columns = KeyProofStatement.Compared(plan);
        List<object?[]> stored = firstKey <= 0
            ? []
            : await holder.QueryAsync(
                KeyProofStatement.Text(plan, names, firstKey, firstKey + ((rows.Length - 1L) * step)), reader => Read(reader, columns), io, token).ConfigureAwait(false);
        Dictionary<long, object?[]> byKey = stored.ToDictionary(values => (long)values[0]!);
        object?[][] found = [.. Enumerable.Range(0, rows.Length).Select(i => byKey.GetValueOrDefault(firstKey + ((long)i * step))!)];
        bool right = found.All(values => values is not null) && AreTold(columns, rows.Span, found);
        IsProven |= right;
        IsByTrigger |= !right;
        return right;
    }

    // Every row is told from every other by columns that came back as sent; rows that are alike in all columns may change places.
    private static bool AreTold(IReadOnlyList<ColumnMap> columns, ReadOnlySpan<BulkRow> rows, object?[][] found)
    {
        List<int> reliable = [.. Enumerable.Range(0, columns.Count)];
        for (int i = 0; i < rows.Length; i++)
        {
            BulkRow row = rows[i];
            object?[] values = found[i];
            reliable.RemoveAll(c => !StoredValue.IsSame(columns[c].ToProvider(columns[c].ValueOf(row)), values[c + 1]));
        }

        return reliable.Count == columns.Count || found.DistinctBy(values => reliable.Select(c => values[c + 1]).ToArray(), Tuples.Instance).Count() == rows.Length;
    }

    private static object?[] Read(DbDataReader reader, IReadOnlyList<ColumnMap> columns)
    {
        object?[] values = new object?[columns.Count + 1];
        values[0] = Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture);
        for (int i = 0; i < columns.Count; i++)
            values[i + 1] = columns[i].ToProvider(GeneratedValueReader.Read(columns[i], reader, i + 1));
        return values;
    }

    private sealed class Tuples : IEqualityComparer<object?[]>
    {
        public static Tuples Instance { get; } = new();

        public bool Equals(object?[]? x, object?[]? y) => KeyComparer.Instance.Equals(x, y);

        public int GetHashCode(object?[] values) => KeyComparer.Instance.GetHashCode(values);
    }
}
