using System.Reflection;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>The values of one run: the same seed makes the same ones.</summary>
/// <param name="seed">The seed of the generated values.</param>
/// <param name="number">How many sets of rows the mapping has had before.</param>
internal sealed class SampleRows(ulong seed, int number)
{
    /// <summary>Rows that hold every type: enough for all edge values, for several statements, and for generated values besides.</summary>
    public const int Wide = 40;

    /// <summary>Rows of a table for one type.</summary>
    public const int Narrow = 14;

    private static readonly PropertyInfo[] Required = [.. StoredTypes.Wide.Select(type => typeof(Everything).GetProperty(type.Property)!)];

    private static readonly PropertyInfo[] Optional = [.. StoredTypes.Wide.Select(type => typeof(Everything).GetProperty(type.OptionalProperty)!)];

    private readonly Lazy<object[][]> _values = new(() => [.. StoredTypes.Wide.Select((type, i) => type.Sample(seed + (ulong)(i + number), Wide))]);

    private readonly Dictionary<StoredType, object[]> _narrow = new(ReferenceEqualityComparer.Instance);

    private readonly Dictionary<StoredType, object[]> _keys = new(ReferenceEqualityComparer.Instance);

    public int Number => number;

    private ulong Seed => seed + (ulong)number;

    /// <summary>The values of a table for one type.</summary>
    public object[] Values(StoredType type) => _narrow.TryGetValue(type, out object[]? values) ? values : _narrow[type] = type.Sample(Seed, Narrow);

    /// <summary>The keys of a table for one type.</summary>
    public object[] Keys(StoredType type) => _keys.TryGetValue(type, out object[]? keys) ? keys : _keys[type] = type.Keys(Seed, Narrow);

    /// <summary>The required value of a type in a row, whatever the row's number.</summary>
    public object Value(int type, int row) => _values.Value[type][row % Wide];

    /// <summary>The value of the column that may be NULL.</summary>
    public object? ValueOrNull(int type, int row) => (type + row) % 3 == 0 ? null : Value(type, row + 1);

    public T Fill<T>(T target, int row)
        where T : Everything
    {
        for (int i = 0; i < Required.Length; i++)
        {
            Required[i].SetValue(target, Value(i, row));
            Optional[i].SetValue(target, ValueOrNull(i, row));
        }

        return target;
    }
}
