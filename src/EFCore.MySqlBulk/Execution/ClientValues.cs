using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.ValueGeneration;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Values that EF Core generates on the client when an entity is added, such as GUID keys. An entity that is not tracked gets them here.</summary>
internal sealed class ClientValues
{
    private readonly (ColumnMap Column, ValueGenerator Generator, Action<object, object?> Write)[] _generated;

    private ClientValues((ColumnMap Column, ValueGenerator Generator, Action<object, object?> Write)[] generated) => _generated = generated;

    public static ClientValues Of(DbContext context, TableMap table)
    {
        IValueGeneratorSelector selector = context.GetService<IValueGeneratorSelector>();
        return new([.. Find(selector, table)]);
    }

    /// <summary>Generates what the entity lacks. A tracked entity has got it when it was added.</summary>
    public void Complete(object entity, EntityEntry? entry, DbContext context)
    {
        if (_generated.Length == 0 || entry is not null)
            return;
        foreach ((ColumnMap column, ValueGenerator generator, Action<object, object?> write) in _generated)
        {
            if (Equals(column.Property.GetGetter().GetClrValue(entity), column.Property.Sentinel))
                write(entity, generator.Next(NoEntry(context, entity, generator)));
        }
    }

    private static IEnumerable<(ColumnMap Column, ValueGenerator Generator, Action<object, object?> Write)> Find(IValueGeneratorSelector selector, TableMap table)
    {
        foreach (ColumnMap column in table.Columns)
        {
            if (column.Origin != ValueOrigin.Entity || column.Path?.Count != 1 || !column.Property.ValueGenerated.HasFlag(Microsoft.EntityFrameworkCore.Metadata.ValueGenerated.OnAdd))
                continue;
            if (selector.TrySelect(column.Property, column.Property.DeclaringType, out ValueGenerator? generator) && generator is { GeneratesTemporaryValues: false })
                yield return (column, generator, ColumnAccess.CompileWriter(column, table.EntityType.ClrType));
        }
    }

    // EF Core's own generators do not look at the entry, and asking for one would start tracking the entity.
    private static EntityEntry NoEntry(DbContext context, object entity, ValueGenerator generator)
        => generator.GetType().Assembly == typeof(ValueGenerator).Assembly ? null! : context.Entry(entity);
}
