using System.Data.Common;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Compares what entities hold in a navigation to owned ones with what is stored for them. A stored row is that of the object with its key, if the objects have keys of their own; otherwise that of one
/// with the same values, and of what is left over on both sides one after the other, in the order of the generated keys.</summary>
internal sealed class OwnedComparison
{
    private readonly DbContext _context;
    private readonly BulkRow[] _owners;
    private readonly IForeignKey _ownership;
    private readonly Relation _relation;
    private readonly TableMap _table;
    private readonly RowPlace _place;
    private readonly ColumnMap[] _compared;
    private readonly ColumnMap[] _ownKeys;
    private readonly List<StoredPart>?[] _stored;

    /// <param name="context">The context.</param>
    /// <param name="navigation">The navigation.</param>
    /// <param name="owners">The owners.</param>
    public OwnedComparison(DbContext context, INavigation navigation, BulkRow[] owners)
    {
        _context = context;
        _owners = owners;
        _ownership = navigation.ForeignKey;
        _relation = new(navigation);
        _table = TableMap.Of(navigation.TargetEntityType);
        _place = EntityShape.Of(navigation.TargetEntityType, includesRelated: false).Place;
        _stored = new List<StoredPart>?[owners.Length];
        _ownKeys = [.. _table.Key.Where(column => column.Path is not null && !_ownership.Properties.Contains(column.Property))];
        _compared = [.. _table.Columns.Where(column => column.Path is not null && !column.IsKey && column.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted) && !IsOfOwner(column))];
        Columns = [.. _table.Key, .. _compared];
    }

    /// <summary>The columns to read.</summary>
    public IReadOnlyList<ColumnMap> Columns { get; }

    /// <summary>Takes a stored row of an owner, whose values start at column 1.</summary>
    public void Read(int owner, DbDataReader reader)
    {
        object?[] key = [.. _table.Key.Select((column, i) => GeneratedValueReader.Read(column, reader, i + 1))];
        object?[] values = [.. _compared.Select((column, i) => column.HoldsDocument ? column : column.ToProvider(GeneratedValueReader.Read(column, reader, key.Length + i + 1)))];
        (_stored[owner] ??= []).Add(new(key, values));
    }

    /// <summary>The rows to delete, to update and to insert, so that what the owners hold is stored.</summary>
    public List<BulkRow> Differences()
    {
        List<BulkRow> rows = [];
        for (int i = 0; i < _owners.Length; i++)
            Compare(_owners[i], _stored[i] ?? [], rows);
        return rows;
    }

    private void Compare(in BulkRow owner, List<StoredPart> stored, List<BulkRow> rows)
    {
        RowPlace place = _place.HeldBy(_ownership, owner.Item);
        stored.Sort(static (one, other) => Mapping.KeyComparer.Instance.Compare(one.Key, other.Key));
        List<object> held = [];
        foreach (object? part in _relation.From(owner.Item))
        {
            if (part is not null && !TryTake(stored, part))
                held.Add(part);
        }

        foreach (object part in held)
        {
            // Those without keys of their own take the rows that are left over, in their order.
            int found = _ownKeys.Length > 0 ? stored.FindIndex(each => HasKey(each, part)) : stored.Count > 0 ? 0 : -1;
            rows.Add(found < 0 ? new(part, null, owner.Index) { Place = place } : new(part, EntryOf(part, stored[found].Key), owner.Index) { Place = place, Presence = RowPresence.Present });
            if (found >= 0)
                stored.RemoveAt(found);
        }

        foreach (StoredPart gone in stored)
            rows.Add(Gone(gone.Key, owner.Index, place));
    }

    // A stored row that has the values already is left as it is.
    private bool TryTake(List<StoredPart> stored, object part)
    {
        BulkRow row = new(part, null, 0);
        object?[] values = [.. _compared.Select(column => column.HoldsDocument ? null : column.ToProvider(column.ValueOf(row)))];
        int found = stored.FindIndex(each => HasKey(each, part) && Enumerable.Range(0, values.Length).All(i => IsSame(each.Values[i], values[i])));
        if (found >= 0)
            stored.RemoveAt(found);
        return found >= 0;
    }

    private bool HasKey(in StoredPart stored, object part)
    {
        foreach (ColumnMap column in _ownKeys)
        {
            if (!IsSame(stored.Key[_table.Key.ToList().IndexOf(column)], column.Property.GetGetter().GetClrValue(part)))
                return false;
        }

        return true;
    }

    private BulkRow Gone(object?[] key, int index, RowPlace place)
    {
        object part = RuntimeHelpers.GetUninitializedObject(_table.EntityType.ClrType);
        for (int i = 0; i < key.Length; i++)
            _table.Key[i].WriterFor(_table)?.Invoke(part, key[i]);
        return new(part, EntryOf(part, key), index) { Place = place, Presence = RowPresence.Gone };
    }

    // No member holds the parts of the key that the server has generated, or that repeat the owner's.
    private EntityEntry? EntryOf(object part, object?[] key)
    {
        if (_table.Key.All(column => column.Path is not null))
            return null;
        EntityEntry entry = InternalEntries.Beside(_context, _table.EntityType, part);
        for (int i = 0; i < key.Length; i++)
        {
            if (_table.Key[i].Path is null)
                entry.Property(_table.Key[i].Property).CurrentValue = key[i];
        }

        return entry;
    }

    private bool IsOfOwner(ColumnMap column) => column.Member is IProperty property && _ownership.Properties.Contains(property);

    private static bool IsSame(object? one, object? other) => one is byte[] bytes && other is byte[] others ? bytes.AsSpan().SequenceEqual(others) : Equals(one, other);

    private readonly record struct StoredPart(object?[] Key, object?[] Values);
}
