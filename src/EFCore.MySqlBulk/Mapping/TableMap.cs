using System.Collections.Concurrent;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>An entity type and a table that stores it, or a part of it. The map of an abstract type without a table tells the keys of its rows only. Built once per model.</summary>
internal class TableMap
{
    private const string AnnotationName = "EFCore.MySqlBulk:TableMap";
    private const int MaxOptional = 64;
    private readonly ConcurrentDictionary<object, object> _derived = new();
    private Action<object, long>? _keyWriter;
    private Func<long, object>? _keyFromInteger;
    private ColumnMap[]? _updatable;

    private TableMap(IEntityType entityType, ITableMapping table, bool isFurther)
    {
        EntityType = entityType;
        IsFurther = isFurther;
        HasSeveralTables = SupportedShape.HasTablePerConcreteType(entityType) && entityType.GetDirectlyDerivedTypes().Any();
        Source = table.Table;
        Columns = ColumnFinder.Find(entityType, table, isFurther);
        Key = [.. entityType.FindPrimaryKey()!.Properties.Select(ColumnOf)];
        AutoIncrement = Columns.SingleOrDefault(c => c.Origin == ValueOrigin.AutoIncrement);
        ConcurrencyTokens = [.. Columns.Where(c => c.IsConcurrencyToken && !c.IsKey)];
        Optional = [.. Columns.Where(c => c.CanBeLeftOut || ((c.Path is null || c.Sharing is not null) && c.IsUpdatable))];
        if (Optional.Count > MaxOptional)
            throw new NotSupportedException($"'{DisplayName}' has {Optional.Count} properties that are shadow properties or have defaults known only to the database; bulk operations support {MaxOptional}. Use SaveChanges for it.");
    }

    /// <summary>Some columns of a table; the key is those of them that are part of it.</summary>
    protected TableMap(IEntityType entityType, ITableBase table, IReadOnlyList<ColumnMap> columns)
    {
        EntityType = entityType;
        Source = table;
        Columns = columns;
        Key = [.. columns.Where(c => c.IsKey)];
        AutoIncrement = columns.SingleOrDefault(c => c.Origin == ValueOrigin.AutoIncrement);
        ConcurrencyTokens = [.. columns.Where(c => c.IsConcurrencyToken)];
        Optional = [];
    }

    public IEntityType EntityType { get; }

    /// <summary>The entity type is not part of a hierarchy.</summary>
    public bool IsAlone => EntityType.BaseType is null && !EntityType.GetDirectlyDerivedTypes().Any();

    /// <summary>Another table has the first part of the entity, and generates its key (TPT, entity splitting).</summary>
    public bool IsFurther { get; }

    /// <summary>Rows of the type are in the tables of several types (TPC).</summary>
    public bool HasSeveralTables { get; }

    /// <summary>The table.</summary>
    public ITableBase Source { get; }

    /// <summary>Its name, unquoted.</summary>
    public string Table => Source.Name;

    public string? Schema => Source.Schema;

    /// <summary>The key of a row matches any number of stored rows.</summary>
    public virtual bool MatchesSeveral => false;

    public IReadOnlyList<ColumnMap> Columns { get; }

    /// <summary>The primary key's columns, in the key's order.</summary>
    public IReadOnlyList<ColumnMap> Key { get; }

    public IReadOnlyList<ColumnMap> ConcurrencyTokens { get; }

    /// <summary>The column that AUTO_INCREMENT fills if an entity holds the sentinel.</summary>
    public ColumnMap? AutoIncrement { get; }

    /// <summary>Writes a generated value of <see cref="AutoIncrement" /> to an entity; <see langword="null" /> if no CLR member holds it.</summary>
    public virtual Action<object, long>? KeyWriter
        => AutoIncrement?.Path is null ? null : _keyWriter ??= CompileKeyWriter();

    /// <summary>A generated value of <see cref="AutoIncrement" /> in its property's type.</summary>
    public object KeyFromInteger(long key) => (_keyFromInteger ??= ColumnAccess.CompileFromInteger(AutoIncrement!))(key);

    /// <summary>Columns that the statements of some rows leave out.</summary>
    public IReadOnlyList<ColumnMap> Optional { get; }

    /// <summary>Columns that an update writes unless it is told which ones.</summary>
    public IReadOnlyList<ColumnMap> Updatable => _updatable ??= [.. Columns.Where(c => c.IsUpdatable)];

    /// <summary>The form of a row to insert: defaults that only the database knows are left out if the row leaves all of them to it.</summary>
    public RowForm FormToInsert(in BulkRow row)
    {
        ulong leftOut = 0;
        for (int i = 0; i < Optional.Count; i++)
        {
            if (!Optional[i].CanBeLeftOut)
                continue;
            if (!HasSentinel(Optional[i], row))
                return new(this, GeneratesKey(row));
            leftOut |= 1UL << i;
        }

        return new(this, GeneratesKey(row), LeftOut: leftOut);
    }

    /// <summary>The form of a row to update: shadow values that are not known stay as they are.</summary>
    public RowForm FormToUpdate(in BulkRow row)
    {
        ulong leftOut = 0;
        for (int i = 0; i < Optional.Count; i++)
        {
            if (Optional[i].Sharing is { } sharing ? sharing.GetGetter().GetClrValue(row.Item) is null : Optional[i].Path is null && !ShadowValues.IsKnown(Optional[i], row))
                leftOut |= 1UL << i;
        }

        return new(this, LeftOut: leftOut);
    }

    /// <summary>The form of a tracked row of which only what is modified is written.</summary>
    public RowForm FormOfModified(in BulkRow row)
    {
        ulong unmodified = 0;
        int modified = 0;
        for (int i = 0; i < Updatable.Count; i++)
        {
            if (Updatable[i].IsModified(row.Entry!))
                modified++;
            else
                unmodified |= 1UL << i;
        }

        // A row without any is not sent.
        return new(this, Unmodified: modified == 0 ? 0 : unmodified);
    }

    /// <exception cref="NotSupportedException">The columns to update are too many for <see cref="RowForm.Unmodified" />, or other entries tell whether they are modified.</exception>
    public void CheckModified()
    {
        if (OwnedParts.Of(EntityType).Concat(SharedRows.Of(EntityType)).FirstOrDefault() is { } part)
            throw new NotSupportedException($"'{DisplayName}.{part.Name}' is tracked by itself, and BulkUpdateOptions.OnlyModified looks at the rows only. Name what to write in Properties, or call BulkSaveChanges.");
        if (Updatable.Count > MaxOptional)
            throw new NotSupportedException($"'{DisplayName}' has {Updatable.Count} properties that an update can write; BulkUpdateOptions.OnlyModified supports {MaxOptional}. Name them in Properties, or call BulkSaveChanges.");
    }

    /// <summary>The column's bit in <see cref="RowForm.Unmodified" />; 0 if no update writes it.</summary>
    public ulong BitOfModified(ColumnMap column) => BitIn(Updatable, column);

    /// <summary>The column's bit in <see cref="RowForm.LeftOut" />; 0 if no statement leaves it out.</summary>
    public ulong BitOf(ColumnMap column) => BitIn(Optional, column);

    /// <summary>Whether the server generates the row's <see cref="AutoIncrement" /> value.</summary>
    public bool GeneratesKey(in BulkRow row) => AutoIncrement is not null && HasSentinel(AutoIncrement, row);

    /// <summary>Part of the row's key is still to be generated, by the server or by EF Core.</summary>
    public bool LacksKey(in BulkRow row)
    {
        foreach (ColumnMap column in Key)
        {
            if (column.Property.ValueGenerated != ValueGenerated.Never && HasSentinel(column, row))
                return true;
        }

        return false;
    }

    /// <summary>The row holds the property's sentinel, or only a temporary value, so that the server generates the value.</summary>
    public bool HasSentinel(ColumnMap column, in BulkRow row)
    {
        if (column.Path is not null)
            return (column.HasSentinel ??= ColumnAccess.CompileSentinelTest(column, EntityType.ClrType))(row.Item);
        return row.Entry is null
            ? Equals(ShadowValues.Current(column, row.Item, null), column.Property.Sentinel)
            : InternalEntries.IsTemporary(row.Entry, column.Property) || Equals(InternalEntries.Current(row.Entry, column.Property), column.Property.Sentinel);
    }

    public string DisplayName => EntityType.DisplayName();

    /// <summary>The map of an entity type, and of its first table if it is divided; cached on its model.</summary>
    /// <exception cref="NotSupportedException">The entity type has too many optional columns.</exception>
    public static TableMap Of(IEntityType entityType) => AllOf(entityType)[0];

    /// <summary>The maps of an entity type: one for each table that has a part of an entity, in the order in which their rows are inserted.</summary>
    public static IReadOnlyList<TableMap> AllOf(IEntityType entityType)
        => entityType.GetOrAddRuntimeAnnotationValue(AnnotationName, static type => Make(type!), entityType);

    private static TableMap[] Make(IEntityType type) => [.. EntityTables.Of(type).Select((table, i) => new TableMap(type, table, i > 0))];

    /// <summary>The column of a property in whichever table of its type has it.</summary>
    public static ColumnMap ColumnOf(IEntityType type, IProperty property) => AllOf(type).SelectMany(table => table.Columns).First(column => column.Member == property);

    public ColumnMap ColumnOf(IProperty property) => Columns.Single(c => c.Member == property);

    /// <summary>Something compiled from this map, made once and kept as long as the map.</summary>
    public TValue GetOrAdd<TKey, TValue>(TKey key, Func<TableMap, TKey, TValue> make)
        where TKey : notnull
        where TValue : class
        => (TValue)_derived.GetOrAdd(key, static (k, state) => state.make(state.map, (TKey)k), (map: this, make));

    private Action<object, long> CompileKeyWriter()
    {
        Action<object, long> write = ColumnAccess.CompileIntegerWriter(AutoIncrement!, EntityType.ClrType);
        return SharedParts.Of(this) is { AreThere: true } parts ? write + ((item, _) => parts.CopyKey(item)) : write;
    }

    private static ulong BitIn(IReadOnlyList<ColumnMap> columns, ColumnMap column)
    {
        for (int i = 0; i < columns.Count; i++)
        {
            if (columns[i] == column)
                return 1UL << i;
        }

        return 0;
    }
}
