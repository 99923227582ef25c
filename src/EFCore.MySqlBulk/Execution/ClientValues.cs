using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.ValueGeneration;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Values that EF Core generates on the client when an entity is added, such as GUID keys. An entity that is not tracked gets them here.</summary>
internal sealed class ClientValues
{
    private readonly DbContext _context;
    private readonly TableMap _table;
    private readonly Generated[] _generated;

    public ClientValues(DbContext context, TableMap table)
    {
        _context = context;
        _table = table;
        IValueGeneratorSelector selector = context.GetService<IValueGeneratorSelector>();
        _generated = [.. table.Columns.Where(IsGenerated).Select(column => Find(column, selector)).OfType<Generated>()];
        NeedEntry = _generated.Any(each => each.Write is null);
    }

    /// <summary>Some value can only be held by an entry, because no member holds it.</summary>
    public bool NeedEntry { get; }

    /// <summary>Generates the values that an untracked row lacks. A tracked one got them when it was added.</summary>
    public void Complete(in BulkRow row)
    {
        EntityEntry? entry = row.Entry;
        foreach (Generated each in _generated)
        {
            if (!_table.HasSentinel(each.Column, row))
                continue;
            if (each.LooksAtEntry)
                entry ??= InternalEntries.Beside(_context, _table.EntityType, row.Item);
            if (each.Generator.Next(entry!) is not { } value)
                continue;
            if (each.Write is null)
                entry!.Property(each.Column.Property).CurrentValue = value;
            else
                each.Write(row.Item, value);
        }
    }

    private static bool IsGenerated(ColumnMap column)
        => column.Member is IProperty property && ValueOrigins.HasGenerator(property) && (EFCoreVersion.GeneratesInComplexTypes || property.DeclaringType is IEntityType);

    private Generated? Find(ColumnMap column, IValueGeneratorSelector selector)
        => selector.TrySelect(column.Property, column.Property.DeclaringType, out ValueGenerator? generator) && generator is { GeneratesTemporaryValues: false }
            ? new(column, generator, WriterOf(column), LooksAtEntry(generator))
            : null;

    private Action<object, object?>? WriterOf(ColumnMap column)
        => column.Path is null ? null : _table.GetOrAdd((nameof(ClientValues), column), static (map, key) => ColumnAccess.CompileWriter(key.column, map.EntityType.ClrType));

    // EF Core's own generators and the provider's do not use it, and making it costs about as much as the rest of a row.
    private bool LooksAtEntry(ValueGenerator generator)
        => generator.GetType().Assembly is var home && home != typeof(ValueGenerator).Assembly && home.GetName().Name != _context.Database.ProviderName;

    private sealed record Generated(ColumnMap Column, ValueGenerator Generator, Action<object, object?>? Write, bool LooksAtEntry);
}
