using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Compares primary keys as EF Core does: one value, or an array of them, in the properties' types.</summary>
internal sealed class StoredKeyComparer(IReadOnlyList<ColumnMap> key) : IEqualityComparer<object>
{
    private readonly Microsoft.EntityFrameworkCore.ChangeTracking.ValueComparer[] _comparers = [.. key.Select(column => column.Property.GetKeyValueComparer())];

    /// <summary>The value of one of the key's columns.</summary>
    public static object? Part(object? key, int index) => key is object?[] parts ? parts[index] : key;

    public new bool Equals(object? x, object? y)
    {
        for (int i = 0; i < _comparers.Length; i++)
        {
            if (!_comparers[i].Equals(Part(x, i), Part(y, i)))
                return false;
        }

        return true;
    }

    public int GetHashCode(object obj)
    {
        HashCode hash = new();
        for (int i = 0; i < _comparers.Length; i++)
            hash.Add(Part(obj, i) is { } part ? _comparers[i].GetHashCode(part) : 0);
        return hash.ToHashCode();
    }
}
