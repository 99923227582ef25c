using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Planning.Selection;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Ranges in place of consecutive integers in a list of keys: <c>id IN (1000,2077) OR id BETWEEN 1 AND 999 AND id % 1 = 0</c>. The server reads the rows of a range one after the other, and finds each key of a list from the root of the index.</summary>
/// <remarks>The rows are those of the list, whatever the type of the column: one that can hold fractions has values between two integers, for which <c>% 1</c> is not 0. The last key of a range is in the list, so that
/// the server, which locks up to the next row after a range, locks nothing behind the keys.</remarks>
/// <param name="column">The key's column, quoted.</param>
/// <param name="condition">What else a row has to meet, with <c>AND</c> before it; empty for nothing.</param>
internal sealed class KeyRanges(string column, string condition)
{
    /// <summary>The keys, and behind the list the ranges; <see langword="null" /> if no keys are consecutive, or the text would be longer.</summary>
    /// <param name="list">The keys, in ascending order, separated by commas.</param>
    public (string Keys, string Ranges)? Of(ReadOnlySpan<char> list)
    {
        if (!HasRange(list))
            return null;
        StringBuilder keys = new(list.Length);
        StringBuilder ranges = new();
        for (ReadOnlySpan<char> rest = list; TryTakeRun(ref rest, out long first, out long last);)
        {
            bool isRange = IsRange(first, last);
            if (isRange)
                ranges.Append(CultureInfo.InvariantCulture, $" OR {column} BETWEEN {first} AND {last - 1} AND {column} % 1 = 0{condition}");
            for (long key = isRange ? last : first; key <= last; key++)
                keys.Append(keys.Length == 0 ? "" : ",").Append(CultureInfo.InvariantCulture, $"{key}");
        }

        return keys.Length + ranges.Length <= list.Length ? (keys.ToString(), ranges.ToString()) : null;
    }

    // Whether some keys are consecutive, and all can be written again.
    private static bool HasRange(ReadOnlySpan<char> list)
    {
        bool has = false;
        while (TryTakeRun(ref list, out long first, out long last))
            has = has || IsRange(first, last);
        return has && list.IsEmpty;
    }

    // Takes a key, and those behind it that are consecutive; none at the end of the list, or before a key beyond 63 bits.
    private static bool TryTakeRun(ref ReadOnlySpan<char> list, out long first, out long last)
    {
        bool found = TryTake(ref list, out first);
        last = first;
        for (ReadOnlySpan<char> rest = list; found && TryTake(ref rest, out long next) && next == last + 1; list = rest)
            last = next;
        return found;
    }

    private static bool TryTake(ref ReadOnlySpan<char> list, out long key)
    {
        int end = list.IndexOf(',') is var comma and >= 0 ? comma : list.Length;
        if (!long.TryParse(list[..end], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out key) || key == long.MaxValue)
            return false;
        list = list[Math.Min(end + 1, list.Length)..];
        return true;
    }

    private static bool IsRange(long first, long last) => last - first >= Thresholds.RangeKeys - 1;
}
