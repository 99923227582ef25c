using System.Collections;

namespace EFCore.MySqlBulk.Execution.Portions;

/// <summary>The positions of all rows before one, and of some after it: a list without an element for each of millions of rows.</summary>
/// <param name="before">The number of rows before it.</param>
/// <param name="more">The others.</param>
internal sealed class StoredPositions(int before, IReadOnlyList<int> more) : IReadOnlyList<int>
{
    public int Count => before + more.Count;

    public int this[int index]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfNegative(index);
            return index < before ? index : more[index - before];
        }
    }

    public IEnumerator<int> GetEnumerator() => Enumerable.Range(0, before).Concat(more).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
