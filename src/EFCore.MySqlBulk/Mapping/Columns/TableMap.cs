using System.Collections.Concurrent;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>An entity type and a table that stores it, or a part of it. The map of an abstract type without a table has only keys. Built once per model.</summary>
internal class TableMap
{
    /// <summary>The most columns that the bits of a <see cref="Rows.StatementShape" /> can name.</summary>
    public const int MaxOptional = 64;

    private readonly ConcurrentDictionary<object, object> _derived = new();
    private Action<object, long>? _keyWriter;
    private Func<long, object>? _keyFromInteger;
    private ColumnMap[]? _updatable;

    public TableMap(IEntityType entityType, ITableBase table, IReadOnlyList<ColumnMap> columns, bool isFurther)
    {
        EntityType = entityType;
        IsFurther = isFurther;
        HasSeveralTables = entityType.GetMappingStrategy() is RelationalAnnotationNames.TpcMappingStrategy && entityType.GetDirectlyDerivedTypes().Any();
        Source = table;
        Columns = columns;
        Key = [.. entityType.FindPrimaryKey()!.Properties.Select(ColumnOf)];
        AutoIncrement = Columns.SingleOrDefault(c => c.Origin == ValueOrigin.AutoIncrement);
        ConcurrencyTokens = [.. Columns.Where(c => c.IsConcurrencyToken && !c.IsKey)];
        Optional = [.. Columns.Where(c => c.CanBeLeftOut || ((c.Path is null || c.Sharing is not null) && c.IsUpdatable))];
        if (Optional.Count > MaxOptional)
            throw new InvalidOperationException($"'{DisplayName}' has {Optional.Count} properties that are shadow properties or have defaults known only to the database; bulk operations support {MaxOptional}. Use SaveChanges for it.");
    }

    /// <summary>Another table of the same shape.</summary>
    /// <param name="other">The map of a table.</param>
    /// <param name="name">The name of the other table, which is in the same schema.</param>
    public TableMap(TableMap other, string name)
    {
        EntityType = other.EntityType;
        Source = other.Source;
        Table = name;
        Columns = other.Columns;
        Key = other.Key;
        AutoIncrement = other.AutoIncrement;
        ConcurrencyTokens = other.ConcurrencyTokens;
        Optional = other.Optional;
        KeyWriterOf = other.KeyWriterOf;
    }

    /// <summary>Some columns of a table, with the key columns among them.</summary>
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

    /// <summary>Whether the entity type is not part of a hierarchy.</summary>
    public bool IsAlone => EntityType.BaseType is null && !EntityType.GetDirectlyDerivedTypes().Any();

    /// <summary>Whether another table has the first part of the entity, and generates its key (TPT, entity splitting).</summary>
    public bool IsFurther { get; }

    /// <summary>Whether rows of the type are in the tables of several types (TPC).</summary>
    public bool HasSeveralTables { get; }

    /// <summary>The table.</summary>
    public ITableBase Source { get; }

    /// <summary>Its name, unquoted.</summary>
    public string Table { get => field ?? Source.Name; private init; }

    public string? Schema => Source.Schema;

    /// <summary>Whether the key matches any number of stored rows.</summary>
    public virtual bool MatchesSeveral => false;

    public IReadOnlyList<ColumnMap> Columns { get; }

    /// <summary>The primary key's columns, in the key's order.</summary>
    public IReadOnlyList<ColumnMap> Key { get; }

    public IReadOnlyList<ColumnMap> ConcurrencyTokens { get; }

    /// <summary>The AUTO_INCREMENT column, which the server fills if an entity holds the sentinel.</summary>
    public ColumnMap? AutoIncrement { get; }

    /// <summary>Writes a generated value of <see cref="AutoIncrement" /> to an entity; <see langword="null" /> if no CLR member holds it.</summary>
    public virtual Action<object, long>? KeyWriter
        => AutoIncrement?.Path is null ? null : _keyWriter ??= KeyWriterOf(this);

    /// <summary>Compiles <see cref="KeyWriter" />.</summary>
    public Func<TableMap, Action<object, long>> KeyWriterOf { get; init; } = static table => ColumnAccess.CompileIntegerWriter(table.AutoIncrement!, table.EntityType.ClrType);

    /// <summary>Writes a boxed value of the property's type to a row that is not tracked; <see langword="null" /> if the row has no member for it.</summary>
    public virtual Action<object, object?>? WriterOf(ColumnMap column)
        => column.Path is null ? null : GetOrAdd((nameof(WriterOf), column), static (map, key) => ColumnAccess.CompileWriter(key.column, map.EntityType.ClrType));

    /// <summary>A generated value of <see cref="AutoIncrement" /> in its property's type.</summary>
    public object KeyFromInteger(long key) => (_keyFromInteger ??= ColumnAccess.CompileFromInteger(AutoIncrement!))(key);

    /// <summary>Columns that statements of some rows omit.</summary>
    public IReadOnlyList<ColumnMap> Optional { get; }

    /// <summary>Columns that an update writes by default.</summary>
    public IReadOnlyList<ColumnMap> Updatable => _updatable ??= [.. Columns.Where(c => c.IsUpdatable)];

    /// <summary>The column's bit in <see cref="Rows.StatementShape.Unmodified" />; 0 if no update writes it.</summary>
    public ulong BitOfModified(ColumnMap column) => BitIn(Updatable, column);

    /// <summary>The column's bit in <see cref="Rows.StatementShape.LeftOut" />; 0 if no statement omits it.</summary>
    public ulong BitOf(ColumnMap column) => BitIn(Optional, column);

    public string DisplayName => EntityType.DisplayName();

    public ColumnMap ColumnOf(IProperty property) => Columns.Single(c => c.Member == property);

    /// <summary>Returns an object that is compiled once from this map and cached with it.</summary>
    public TValue GetOrAdd<TKey, TValue>(TKey key, Func<TableMap, TKey, TValue> make)
        where TKey : notnull
        where TValue : class
        => (TValue)_derived.GetOrAdd(key, static (k, state) => state.make(state.map, (TKey)k), (map: this, make));

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
