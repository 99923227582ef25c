using EFCore.MySqlBulk.Mapping.Keys;

namespace EFCore.MySqlBulk.Reading;

/// <summary>The indexes of a list's keys in the order of the keys, so that the server reads adjacent rows together and equal keys are adjacent. Null keys are omitted.</summary>
internal sealed class SortedKeys<TKey>
{
    private readonly int[] _indexes;
    private readonly long[]? _integers;
    private readonly object?[] _others = [];

    /// <exception cref="BulkOperationException">A key cannot be converted to the type of its property without loss.</exception>
    public SortedKeys(IReadOnlyList<TKey> keys, ListWriter<TKey> writer, int firstIndex)
    {
        List<int> indexes = new(keys.Count);
        for (int i = 0; i < keys.Count; i++)
        {
            if (writer.IsNull(keys[i]))
                continue;
            writer.Check(keys[i], firstIndex + i);
            indexes.Add(i);
        }

        _indexes = [.. indexes];
        if (writer.Integer is { } integer)
        {
            _integers = Array.ConvertAll(_indexes, i => integer(keys[i]));
            Array.Sort(_integers, _indexes);
        }
        else
        {
            _others = Array.ConvertAll(_indexes, i => writer.Comparable(keys[i]));
            Array.Sort(_others, _indexes, KeyComparer.Instance);
        }
    }

    /// <summary>The number of keys that are not null.</summary>
    public int Count => _indexes.Length;

    /// <summary>The index in the list of the key at a position of this order.</summary>
    public int this[int position] => _indexes[position];

    /// <summary>The positions of the keys that are equal to the one at a position, the first of them.</summary>
    public Range EqualTo(int position)
    {
        int end = position + 1;
        while (end < Count && AreEqual(position, end))
            end++;
        return position..end;
    }

    /// <summary>The indexes in the list at positions of this order.</summary>
    public ReadOnlySpan<int> Indexes(Range positions) => _indexes.AsSpan(positions);

    private bool AreEqual(int one, int other)
        => _integers is not null ? _integers[one] == _integers[other] : KeyComparer.Instance.Compare(_others[one], _others[other]) == 0;
}
