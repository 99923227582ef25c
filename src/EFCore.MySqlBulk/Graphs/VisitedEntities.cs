using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The entities of a graph by reference, each with a number. The memory is pooled, because it grows with the graph.</summary>
internal sealed class VisitedEntities : IDisposable
{
    // Entity and number side by side: one access to memory for both.
    private (object? Item, int Number)[] _places = [];
    private int _count;
    private int _mask;

    /// <param name="expected">About how many there will be.</param>
    public VisitedEntities(int expected) => Rent(PlacesFor(expected));

    /// <summary>Adds an entity, unless it is present.</summary>
    /// <param name="item">The entity.</param>
    /// <param name="number">Its number.</param>
    /// <returns>The number of the entity that is already present; -1 if it is new.</returns>
    public int Add(object item, int number)
    {
        if (_count * 4L >= (_mask + 1) * 3L)
            Grow();
        int place = PlaceOf(item);
        if (_places[place] is (not null, var present))
            return present;
        _places[place] = (item, number);
        _count++;
        return -1;
    }

    /// <summary>Removes all of them.</summary>
    public void Clear()
    {
        Array.Clear(_places, 0, Math.Min(_places.Length, _mask + 1));
        _count = 0;
    }

    public void Dispose()
    {
        if (_places.Length == 0)
            return;
        ArrayPool<(object?, int)>.Shared.Return(_places, clearArray: true);
        (_places, _mask) = ([], 0);
    }

    private static int PlacesFor(int count) => (int)Math.Min(1 << 30, BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, count / 3L * 4 + 4)));

    private int PlaceOf(object item)
    {
        // Hash codes of references are already well spread in their low bits.
        int place = RuntimeHelpers.GetHashCode(item) & _mask;
        while (_places[place].Item is { } other && !ReferenceEquals(other, item))
            place = (place + 1) & _mask;
        return place;
    }

    private void Grow()
    {
        ((object? Item, int Number)[] before, int places) = (_places, _mask + 1);
        Rent(places * 2);
        foreach ((object? item, int number) in before.AsSpan(0, places))
        {
            if (item is not null)
                _places[PlaceOf(item)] = (item, number);
        }

        ArrayPool<(object?, int)>.Shared.Return(before, clearArray: true);
    }

    private void Rent(int places)
    {
        _places = ArrayPool<(object?, int)>.Shared.Rent(places);
        _mask = places - 1;
        Array.Clear(_places, 0, places);
    }
}
