using System.Data.Common;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>Compares the owned entities in a navigation with their stored rows. If owned entities have keys of their own, they are matched by key;
/// otherwise by equal values, and those left over on both sides are paired in the order of the generated keys.</summary>
internal sealed class OwnedComparison
{
    private readonly DbContext _context;
    private readonly BulkRow[] _owners;
    private readonly IForeignKey _ownership;
    private readonly Relation _relation;
    private readonly TableMap _table;
    private readonly RowPlace _place;
    private readonly ColumnMap[] _compared;
    private readonly int[] _ownKeys;
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
        _table = TableMaps.Of(navigation.TargetEntityType);
        _place = EntityShape.Of(navigation.TargetEntityType, GraphReach.Owned).Place;
        _stored = new List<StoredPart>?[owners.Length];
        _ownKeys = [.. Enumerable.Range(0, _table.Key.Count).Where(place => _table.Key[place].Path is not null && !IsOfOwner(_table.Key[place]))];
        _compared = [.. _table.Columns.Where(column => column.Path is not null && !column.IsKey && column.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted) && !IsOfOwner(column))];
        Columns = [.. _table.Key, .. _compared];
    }

    /// <summary>The columns to read.</summary>
    public IReadOnlyList<ColumnMap> Columns { get; }

    /// <summary>Records a stored row of an owner; its values start at column 1 of the reader.</summary>
    public void Read(int owner, DbDataReader reader)
    {
        object?[] key = [.. _table.Key.Select((column, i) => GeneratedValueReader.Read(column, reader, i + 1))];
        // The server normalises JSON documents.
        IEnumerable<object?> values = _compared.Select((column, i) => column.HoldsDocument ? this : column.ToProvider(GeneratedValueReader.Read(column, reader, key.Length + i + 1)));
        (_stored[owner] ??= []).Add(new(key, [.. _ownKeys.Select(place => key[place])], [.. values]));
    }

    /// <summary>The rows to delete, to update and to insert.</summary>
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
        Dictionary<object?[], Stack<StoredPart>> alike = GroupBy(stored, part => [.. part.OwnKey, .. part.Values]);
        List<object> held = [];
        foreach (object? part in _relation.From(owner.Item))
        {
            // A stored row that has the values already is not written.
            if (part is not null && !(alike.TryGetValue([.. OwnKeyOf(part), .. ValuesOf(part)], out Stack<StoredPart>? same) && same.TryPop(out _)))
                held.Add(part);
        }

        // Owned entities without keys of their own take the remaining rows, in their order.
        IEnumerable<StoredPart> left = alike.Values.SelectMany(each => each).OrderByDescending(part => SentKey(part.Key), Mapping.Keys.KeyComparer.Instance);
        Dictionary<object?[], Stack<StoredPart>> others = GroupBy(left, part => part.OwnKey);
        foreach (object part in held)
        {
            rows.Add(others.TryGetValue(OwnKeyOf(part), out Stack<StoredPart>? found) && found.TryPop(out StoredPart? taken)
                ? new(part, EntryOf(part, taken.Key), owner.Index) { Place = place, Presence = RowPresence.Present }
                : new(part, null, owner.Index) { Place = place });
        }

        foreach (StoredPart gone in others.Values.SelectMany(each => each))
            rows.Add(Gone(gone.Key, owner.Index, place));
    }

    private static Dictionary<object?[], Stack<StoredPart>> GroupBy(IEnumerable<StoredPart> parts, Func<StoredPart, object?[]> values)
    {
        Dictionary<object?[], Stack<StoredPart>> groups = new(new ValuesComparer());
        foreach (StoredPart part in parts)
        {
            object?[] key = values(part);
            (groups.TryGetValue(key, out Stack<StoredPart>? group) ? group : groups[key] = new()).Push(part);
        }

        return groups;
    }

    // The property's own type need not have an order.
    private object?[] SentKey(object?[] key) => [.. _table.Key.Select((column, i) => column.ToProvider(key[i]))];

    private object?[] OwnKeyOf(object part) => [.. _ownKeys.Select(place => _table.Key[place].Property.GetGetter().GetClrValue(part))];

    private IEnumerable<object?> ValuesOf(object part) => _compared.Select(column => column.HoldsDocument ? null : column.ToProvider(column.ValueOf(part, null)));

    private BulkRow Gone(object?[] key, int index, RowPlace place)
    {
        object part = RuntimeHelpers.GetUninitializedObject(_table.EntityType.ClrType);
        for (int i = 0; i < key.Length; i++)
            _table.WriterOf(_table.Key[i])?.Invoke(part, key[i]);
        return new(part, EntryOf(part, key), index) { Place = place, Presence = RowPresence.Gone };
    }

    // The parts of the key that the server generates, or that repeat the owner's key, are shadow properties.
    private EntityEntry? EntryOf(object part, object?[] key)
    {
        if (_table.Key.All(column => column.Path is not null))
            return null;
        EntityEntry entry = InternalEntries.CreateUntrackedEntry(_context, _table.EntityType, part);
        for (int i = 0; i < key.Length; i++)
        {
            if (_table.Key[i].Path is null)
                entry.Property(_table.Key[i].Property).CurrentValue = key[i];
        }

        return entry;
    }

    private bool IsOfOwner(ColumnMap column) => column.Member is IProperty property && _ownership.Properties.Contains(property);

    private sealed record StoredPart(object?[] Key, object?[] OwnKey, object?[] Values);

    private sealed class ValuesComparer : IEqualityComparer<object?[]>
    {
        public bool Equals(object?[]? x, object?[]? y) => x!.Length == y!.Length && x.Zip(y).All(pair => IsSame(pair.First, pair.Second));

        public int GetHashCode(object?[] values)
        {
            HashCode hash = new();
            foreach (object? value in values)
            {
                if (value is byte[] bytes)
                    hash.AddBytes(bytes);
                else
                    hash.Add(value);
            }

            return hash.ToHashCode();
        }

        private static bool IsSame(object? one, object? other) => one is byte[] bytes && other is byte[] others ? bytes.AsSpan().SequenceEqual(others) : Equals(one, other);
    }
}
