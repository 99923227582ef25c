using System.Data.Common;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Compares what entities hold in a navigation to owned ones with what is stored for them, as sets of values: the keys that the server gave to the rows do not count.</summary>
internal sealed class OwnedComparison
{
    private readonly BulkRow[] _owners;
    private readonly Relation _relation;
    private readonly List<object?[]>?[] _stored;

    /// <param name="navigation">The navigation.</param>
    /// <param name="owners">The owners.</param>
    public OwnedComparison(INavigation navigation, BulkRow[] owners)
    {
        _owners = owners;
        _relation = new(navigation);
        _stored = new List<object?[]>?[owners.Length];
        Columns = [.. TableMap.Of(navigation.TargetEntityType).Columns.Where(column => column.Path is not null && column.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted))];
    }

    /// <summary>The columns that are compared.</summary>
    public IReadOnlyList<ColumnMap> Columns { get; }

    /// <summary>Takes a stored row of an owner, whose values start at column 1.</summary>
    public void Read(int owner, DbDataReader reader)
    {
        object?[] values = new object?[Columns.Count];
        for (int i = 0; i < values.Length; i++)
            values[i] = Columns[i].HoldsDocument ? new object() : Columns[i].ToProvider(GeneratedValueReader.Read(Columns[i], reader, i + 1));
        (_stored[owner] ??= []).Add(values);
    }

    /// <summary>The owners that hold something else than what is stored.</summary>
    public IEnumerable<object> Differing() => Enumerable.Range(0, _owners.Length).Where(Differs).Select(owner => _owners[owner].Item);

    private bool Differs(int owner)
    {
        List<object?[]> stored = _stored[owner] ?? [];
        foreach (object? part in _relation.From(_owners[owner].Item))
        {
            if (part is null)
                continue;
            BulkRow row = new(part, null, 0);
            object?[] values = [.. Columns.Select(column => column.HoldsDocument ? null : column.ToProvider(column.ValueOf(row)))];
            int found = stored.FindIndex(each => Enumerable.Range(0, values.Length).All(i => IsSame(each[i], values[i])));
            if (found < 0)
                return true;
            stored.RemoveAt(found);
        }

        return stored.Count > 0;
    }

    private static bool IsSame(object? one, object? other) => one is byte[] bytes && other is byte[] others ? bytes.AsSpan().SequenceEqual(others) : Equals(one, other);
}
