using System.Collections;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Positions of rows. One thread adds them while another one reads those that it knows to be there, so parts never move.</summary>
internal sealed class PositionList : IReadOnlyList<int>
{
    private const int PartSize = 4_096;
    private int[]?[] _parts = new int[]?[4];

    public int Count { get; private set; }

    public int this[int index] => Volatile.Read(ref _parts)[index / PartSize]![index % PartSize];

    public void Add(int position)
    {
        int part = Count / PartSize;
        if (part == _parts.Length)
        {
            int[]?[] more = new int[]?[part * 2];
            _parts.CopyTo(more, 0);
            Volatile.Write(ref _parts, more);
        }

        int[] positions = _parts[part] ??= new int[PartSize];
        positions[Count % PartSize] = position;
        Count++;
    }

    public IEnumerator<int> GetEnumerator()
    {
        for (int i = 0; i < Count; i++)
            yield return this[i];
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
