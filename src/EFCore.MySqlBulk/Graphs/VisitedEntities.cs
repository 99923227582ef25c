using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The entities of a graph by reference, each with a number. The memory is pooled, because it grows with the graph.</summary>
internal sealed class VisitedEntities : IDisposable
{
    private object?[] _items = [];
    private int[] _numbers = [];
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
        if (_items[place] is not null)
            return _numbers[place];
        (_items[place], _numbers[place]) = (item, number);
        _count++;
        return -1;
    }

    /// <summary>Removes all of them.</summary>
    public void Clear()
    {
        Array.Clear(_items, 0, Math.Min(_items.Length, _mask + 1));
        _count = 0;
    }

    public void Dispose()
    {
        if (_items.Length == 0)
            return;
        Return(_items, _numbers);
        (_items, _numbers, _mask) = ([], [], 0);
    }

    private static int PlacesFor(int count) => (int)Math.Min(1 << 30, BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, count / 3L * 4 + 4)));

    private int PlaceOf(object item)
    {
        // Hash codes of references are already well spread in their low bits.
        int place = RuntimeHelpers.GetHashCode(item) & _mask;
        while (_items[place] is { } other && !ReferenceEquals(other, item))
            place = (place + 1) & _mask;
        return place;
    }

    private void Grow()
    {
        (object?[] items, int[] numbers, int places) = (_items, _numbers, _mask + 1);
        Rent(places * 2);
        for (int i = 0; i < places; i++)
        {
            if (items[i] is not { } item)
                continue;
            int place = PlaceOf(item);
            (_items[place], _numbers[place]) = (item, numbers[i]);
        }

        Return(items, numbers);
    }

    private void Rent(int places)
    {
        _items = ArrayPool<object?>.Shared.Rent(places);
        _numbers = ArrayPool<int>.Shared.Rent(places);
        _mask = places - 1;
        Array.Clear(_items, 0, places);
    }

    private static void Return(object?[] items, int[] numbers)
    {
        ArrayPool<object?>.Shared.Return(items, clearArray: true);
        ArrayPool<int>.Shared.Return(numbers);
    }
}
