using System.Buffers;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The entities given so far to be inserted, by reference: an entity given twice would be stored twice, and hold the key of only one row.
/// The memory is pooled, since there is a place for each row.</summary>
internal sealed class SeenInstances : IDisposable
{
    private object?[] _items = [];
    private int[] _indexes = [];
    private int _count;
    private int _mask;

    public SeenInstances(int rows) => Rent(PlacesFor(rows));

    /// <exception cref="BulkOperationException">The entity was given before.</exception>
    public void Add(in BulkRow row)
    {
        if (_count * 4L >= (_mask + 1) * 3L)
            Grow();
        int place = PlaceOf(row.Item);
        if (_items[place] is not null)
        {
            throw new BulkOperationException(
                $"Rows {_indexes[place]} and {row.Index} are the same instance, which would be stored twice. Give each entity once.")
            {
                RowIndex = row.Index,
            };
        }

        (_items[place], _indexes[place]) = (row.Item, row.Index);
        _count++;
    }

    /// <summary>Forgets all of them.</summary>
    public void Clear()
    {
        Array.Clear(_items, 0, _mask + 1);
        _count = 0;
    }

    public void Dispose()
    {
        if (_items.Length == 0)
            return;
        Return(_items, _indexes);
        (_items, _indexes, _mask) = ([], [], 0);
    }

    private static int PlacesFor(int rows) => (int)Math.Min(1 << 30, System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, rows / 3L * 4 + 4)));

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
        (object?[] items, int[] indexes, int places) = (_items, _indexes, _mask + 1);
        Rent(places * 2);
        for (int i = 0; i < places; i++)
        {
            if (items[i] is not { } item)
                continue;
            int place = PlaceOf(item);
            (_items[place], _indexes[place]) = (item, indexes[i]);
        }

        Return(items, indexes);
    }

    private void Rent(int places)
    {
        _items = ArrayPool<object?>.Shared.Rent(places);
        _indexes = ArrayPool<int>.Shared.Rent(places);
        _mask = places - 1;
        Array.Clear(_items, 0, places);
    }

    private static void Return(object?[] items, int[] indexes)
    {
        ArrayPool<object?>.Shared.Return(items, clearArray: true);
        ArrayPool<int>.Shared.Return(indexes);
    }
}
