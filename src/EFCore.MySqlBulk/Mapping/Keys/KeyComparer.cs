namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>Orders keys and tests them for equality by their values, text by its code units: the server's collation may treat more keys as equal, never fewer.</summary>
internal sealed class KeyComparer : IComparer<object?>, IEqualityComparer<object>
{
    public static KeyComparer Instance { get; } = new();

    public int Compare(object? x, object? y) => (x, y) switch
    {
        (null, null) => 0,
        (null, _) => -1,
        (_, null) => 1,
        (string a, string b) => string.CompareOrdinal(a, b),
        (byte[] a, byte[] b) => a.AsSpan().SequenceCompareTo(b),
        (object[] a, object[] b) => CompareParts(a, b),
        _ => Comparer<object>.Default.Compare(x, y),
    };

    public new bool Equals(object? x, object? y) => Compare(x, y) == 0;

    public int GetHashCode(object obj) => obj switch
    {
        byte[] bytes => HashOf(bytes, static (ref HashCode hash, byte value) => hash.Add(value)),
        object[] parts => HashOf(parts, static (ref HashCode hash, object value) => hash.Add(value is null ? 0 : Instance.GetHashCode(value))),
        _ => obj.GetHashCode(),
    };

    private delegate void Adder<T>(ref HashCode hash, T value);

    private static int HashOf<T>(T[] values, Adder<T> add)
    {
        HashCode hash = new();
        foreach (T value in values)
            add(ref hash, value);
        return hash.ToHashCode();
    }

    private int CompareParts(object[] a, object[] b)
    {
        for (int i = 0; i < a.Length; i++)
        {
            if (Compare(a[i], b[i]) is not 0 and int order)
                return order;
        }

        return 0;
    }
}
