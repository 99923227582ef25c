using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Puts rows in ascending key order, so that parallel calls lock rows in the same order, and finds keys that are given twice.</summary>
internal static class KeyOrder
{
    /// <summary>Sorts rows by key; rows that are in order already are left alone. Of several rows with the same key, one stays: the one given last, or the one that they are resolved to.</summary>
    /// <returns>How many rows to send: the first ones. Behind them, up to <paramref name="count" />, are those whose key is given again later.</returns>
    /// <param name="rows">The rows.</param>
    /// <param name="count">How many of them to sort.</param>
    /// <param name="reader">Reads their keys.</param>
    /// <param name="refusal">The cure that the message names if two rows have the same key; <see langword="null" /> if that is no error.</param>
    /// <param name="resolve">Tells which row stands for two with the same key, of which the first was given earlier; <see langword="null" /> for the one given later.</param>
    /// <exception cref="BulkOperationException">Two rows have the same key, and that is an error.</exception>
    public static int Sort(BulkRow[] rows, int count, KeyReader reader, string? refusal, Func<BulkRow, BulkRow, BulkRow>? resolve = null)
        => reader.Integer is { } integer
            ? Sort(rows, count, row => integer(row.Item, row.Entry), Comparer<long>.Default, refusal, reader, resolve)
            : Sort(rows, count, row => reader.Any(row.Item, row.Entry), KeyComparer.Instance, refusal, reader, resolve);

    /// <summary>Puts rows that match nothing, and are to be sent, in front of those whose key is given again later. Returns how many are to be sent.</summary>
    /// <param name="rows">The rows to send, then those whose key is given again later, then those that match nothing.</param>
    /// <param name="sent">How many of the first there are.</param>
    /// <param name="matching">Where those that match nothing begin.</param>
    /// <param name="count">How many rows there are.</param>
    public static int SupersededLast(BulkRow[] rows, int sent, int matching, int count)
    {
        BulkRow[] superseded = rows[sent..matching];
        Array.Copy(rows, matching, rows, sent, count - matching);
        superseded.CopyTo(rows, count - superseded.Length);
        return count - superseded.Length;
    }

    /// <summary>The exception for two rows with the same key.</summary>
    /// <param name="one">A row.</param>
    /// <param name="other">The other.</param>
    /// <param name="reader">Reads their keys.</param>
    /// <param name="refusal">The cure; <see langword="null" /> if keys are not checked, so that only keys that are equal by collation get here.</param>
    /// <param name="cure">The cure for keys that are equal by collation.</param>
    public static BulkOperationException Duplicate(in BulkRow one, in BulkRow other, KeyReader reader, string? refusal, string cure = "Give each row once.")
    {
        int first = Math.Min(one.Index, other.Index);
        int second = Math.Max(one.Index, other.Index);
        string rows = first == second ? $"Two entities of row {first}" : $"Rows {first} and {second}";
        return new(refusal is not null
            ? $"{rows} have the same key. {refusal}"
            : $"{rows} have different keys that the server treats as equal, by the column's type or collation. {cure}")
        {
            RowIndex = second,
            Key = reader.Values(other),
        };
    }

    private static int Sort<TKey>(
        BulkRow[] rows, int count, Func<BulkRow, TKey> read, IComparer<TKey> comparer, string? refusal, KeyReader reader, Func<BulkRow, BulkRow, BulkRow>? resolve)
    {
        TKey[] keys = new TKey[count];
        bool ascending = true;
        for (int i = 0; i < count; i++)
        {
            keys[i] = read(rows[i]);
            ascending = ascending && (i == 0 || comparer.Compare(keys[i - 1], keys[i]) < 0);
        }

        if (ascending)
            return count;
        Array.Sort(keys, rows, 0, count, comparer);
        for (int i = 1; i < count; i++)
        {
            if (comparer.Compare(keys[i - 1], keys[i]) == 0)
                return refusal is not null ? throw Duplicate(rows[i - 1], rows[i], reader, refusal) : KeepOne(keys, rows, count, comparer, resolve);
        }

        return count;
    }

    private static int KeepOne<TKey>(TKey[] keys, BulkRow[] rows, int count, IComparer<TKey> comparer, Func<BulkRow, BulkRow, BulkRow>? resolve)
    {
        List<BulkRow> others = [];
        int kept = 0;
        for (int from = 0, to; from < count; from = to)
        {
            for (to = from + 1; to < count && comparer.Compare(keys[from], keys[to]) == 0;)
                to++;
            // The sort puts rows with the same key in any order.
            rows.AsSpan(from, to - from).Sort((one, other) => one.Index.CompareTo(other.Index));
            BulkRow row = rows[from];
            for (int i = from + 1; i < to; i++)
            {
                others.Add(rows[i - 1]);
                row = resolve?.Invoke(row, rows[i]) ?? rows[i];
            }

            (keys[kept], rows[kept]) = (keys[from], row);
            kept++;
        }

        others.CopyTo(rows, kept);
        return kept;
    }
}
