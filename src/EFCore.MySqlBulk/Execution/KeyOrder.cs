using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Puts rows in ascending key order, so that parallel calls lock rows in one order, and finds keys that are given twice.</summary>
internal static class KeyOrder
{
    /// <summary>Sorts rows by key; rows in order already are left alone.</summary>
    /// <exception cref="BulkOperationException">Two rows have the same key, and <paramref name="refuseDuplicates" /> is set.</exception>
    public static void Sort(BulkRow[] rows, int count, KeyReader reader, bool refuseDuplicates)
    {
        if (reader.Integer is { } integer)
            Sort(rows, count, row => integer(row.Item, row.Entry), Comparer<long>.Default, refuseDuplicates, reader);
        else
            Sort(rows, count, row => reader.Any(row.Item, row.Entry), KeyComparer.Instance, refuseDuplicates, reader);
    }

    public static BulkOperationException Duplicate(in BulkRow one, in BulkRow other, KeyReader reader)
    {
        int first = Math.Min(one.Index, other.Index);
        int second = Math.Max(one.Index, other.Index);
        return new($"Rows {first} and {second} have the same key. Give each row once, or set CheckDuplicates = false.")
        {
            RowIndex = second,
            Key = reader.Values(other),
        };
    }

    private static void Sort<TKey>(
        BulkRow[] rows, int count, Func<BulkRow, TKey> read, IComparer<TKey> comparer, bool refuseDuplicates, KeyReader reader)
    {
        TKey[] keys = new TKey[count];
        bool ascending = true;
        for (int i = 0; i < count; i++)
        {
            keys[i] = read(rows[i]);
            ascending = ascending && (i == 0 || comparer.Compare(keys[i - 1], keys[i]) < 0);
        }

        if (ascending)
            return;
        Array.Sort(keys, rows, 0, count, comparer);
        for (int i = 1; refuseDuplicates && i < count; i++)
        {
            if (comparer.Compare(keys[i - 1], keys[i]) == 0)
                throw Duplicate(rows[i - 1], rows[i], reader);
        }
    }
}
