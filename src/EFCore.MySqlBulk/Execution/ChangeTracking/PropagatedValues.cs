using System.Collections.Frozen;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>Values that the entities of a collection get before everything is stored, because a statement needs them: keys that the server has generated, for the rows that refer to them; foreign keys; and
/// what EF Core generates. If the call fails, they are reverted.</summary>
/// <param name="tracked">The tracked entities.</param>
/// <param name="keeps">Whether a failure reverts nothing, because the rows are a stream.</param>
internal sealed class PropagatedValues(TrackedEntries tracked, bool keeps)
{
    private readonly Dictionary<ColumnMap, Members> _members = [];
    private readonly List<(EntityEntry Entry, IProperty Property, object? Temporary)> _temporary = [];
    private readonly List<(object Item, Action<object, object?> Set)> _references = [];
    private Dictionary<object, EntityEntry>? _untracked;
    private ColumnMap? _lastColumn;
    private Members? _last;

    /// <summary>Entities whose rows were set aside, so that they are reverted although the call has succeeded.</summary>
    public IReadOnlySet<object>? SetAside { get; set; }

    /// <summary>The entry that holds an entity's shadow values: its own if it is tracked, otherwise one that exists during the call.</summary>
    public EntityEntry? EntryOf(object entity) => tracked.Of(entity) ?? BesideOf(entity);

    /// <summary>Adds an entry that exists during the call.</summary>
    public void AddUntracked(EntityEntry entry) => (_untracked ??= new(ReferenceEqualityComparer.Instance))[entry.Entity] = entry;

    /// <summary>The same, unless the entity is tracked.</summary>
    public EntityEntry? BesideOf(object entity) => _untracked?.GetValueOrDefault(entity);

    /// <summary>Propagates a key to the entity that it was generated for.</summary>
    public void Propagate(TableMap table, object item, long key)
    {
        if (tracked.Of(item) is { } entry)
        {
            // This updates the tracked entities that refer to the row, as SaveChanges does.
            IProperty property = table.AutoIncrement!.Property;
            if (!InternalEntries.IsTemporary(entry, property))
                return;
            _temporary.Add((entry, property, InternalEntries.Current(entry, property)));
            InternalEntries.SetStoreGenerated(entry, property, table.KeyFromInteger(key));
        }
        else if (table.KeyWriter is { } write)
        {
            Remember(table, item);
            write(item, key);
        }
        else if (BesideOf(item) is { } beside)
        {
            beside.Property(table.AutoIncrement!.Property).CurrentValue = table.KeyFromInteger(key);
        }
    }

    // A row that was found by an alternate key may have been given a primary key.
    private void Remember(TableMap table, object item)
    {
        ColumnMap column = table.AutoIncrement!;
        if (ColumnAccess.IsUnset(column, item))
            RememberUnset(column, item, table.WriterOf(column)!);
        else
            Remember(column, item, column.Property.GetGetter().GetClrValue(item), table.WriterOf(column)!);
    }

    /// <summary>Sets the foreign keys of a tracked row, and a key that it shares with another row, on its entity during the call: otherwise only its entry has them.</summary>
    public void Refer(TableMap table, in BulkRow row)
    {
        if (!row.IsTracked)
            return;
        IEnumerable<ColumnMap> members = (row.Place is null ? References.Of(table) : References.InGraph(table)).Members;
        foreach (ColumnMap column in table.IsFurther ? members.Concat(table.Key.Where(key => key.Path is not null)) : members)
        {
            // A key that is not known yet is not written over the current value.
            if ((column.IsKey && row.Place is null) || InternalEntries.IsTemporary(row.Entry!, column.Property))
                continue;
            Action<object, object?> write = table.WriterOf(column)!;
            Of(column, write).Tracked.Add((row.Item, column.Property.GetGetter().GetClrValue(row.Item)));
            write(row.Item, InternalEntries.Current(row.Entry!, column.Property));
        }
    }

    /// <summary>Remembers a member's value before it is written.</summary>
    public void Remember(ColumnMap column, object item, object? before, Action<object, object?> write)
    {
        if (keeps)
            return;
        Members members = Of(column, write);
        if (Equals(before, column.Property.Sentinel))
            members.Unset.Add(item);
        else
            members.Set.Add((item, before));
    }

    /// <summary>Remembers that a member has no value before it is written.</summary>
    public void RememberUnset(ColumnMap column, object item, Action<object, object?> write)
    {
        if (!keeps)
            Of(column, write).Unset.Add(item);
    }

    /// <summary>Remembers that a navigation is null before it is set.</summary>
    public void RememberReference(object item, Action<object, object?> set)
    {
        if (!keeps)
            _references.Add((item, set));
    }

    /// <summary>Ends the call: values of stored rows stay, all others are reverted.</summary>
    public void End(bool isStored)
    {
        // Members outside the entry are restored first, so that the entry's values win.
        foreach ((ColumnMap column, Members members) in _members)
            members.TakeBack(column.Property.Sentinel, isStored ? SetAside ?? FrozenSet<object>.Empty : null);
        _members.Clear();
        foreach ((object item, Action<object, object?> set) in isStored ? [] : _references)
            set(item, null);
        _references.Clear();
        (_last, _lastColumn, _untracked) = (null, null, null);
        if (_temporary.Count == 0)
            return;
        foreach ((EntityEntry entry, IProperty property, object? temporary) in isStored ? [] : _temporary)
            InternalEntries.SetTemporary(entry, property, temporary);
        _temporary.Clear();
        foreach (EntityEntry entry in tracked.All)
            End(entry, isStored);
    }

    private static void End(EntityEntry entry, bool isStored)
    {
        (IProperty Property, object? Value)[] propagated = isStored
            ? [.. entry.Metadata.GetProperties().Where(property => InternalEntries.IsStoreGenerated(entry, property)).Select(property => (property, InternalEntries.Current(entry, property)))]
            : [];
        InternalEntries.DiscardStoreGenerated(entry);
        foreach ((IProperty property, object? value) in propagated)
            entry.Property(property).CurrentValue = value;
    }

    private Members Of(ColumnMap column, Action<object, object?> write)
    {
        if (_last is not null && _lastColumn == column)
            return _last;
        if (!_members.TryGetValue(column, out Members? members))
            members = _members[column] = new(write);
        (_last, _lastColumn) = (members, column);
        return members;
    }

    /// <summary>Members that were written, and their previous values.</summary>
    private sealed class Members(Action<object, object?> write)
    {
        public List<object> Unset { get; } = [];

        public List<(object Item, object? Before)> Set { get; } = [];

        public List<(object Item, object? Before)> Tracked { get; } = [];

        /// <param name="sentinel">The value of a member that is not set.</param>
        /// <param name="only">The entities that are reverted; <see langword="null" /> for all.</param>
        public void TakeBack(object? sentinel, IReadOnlySet<object>? only)
        {
            // A member that was written twice gets back its first value.
            for (int i = Tracked.Count - 1; i >= 0; i--)
                write(Tracked[i].Item, Tracked[i].Before);
            if (only is { Count: 0 })
                return;
            for (int i = Set.Count - 1; i >= 0; i--)
            {
                if (only?.Contains(Set[i].Item) != false)
                    write(Set[i].Item, Set[i].Before);
            }

            foreach (object item in Unset.Where(item => only?.Contains(item) != false))
                write(item, sentinel);
        }
    }
}
