using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Relations;

/// <summary>What a call knows about its entities in addition to their members.</summary>
/// <param name="entryOf">The entry that holds an entity's shadow values; <see langword="null" /> if there is none.</param>
/// <param name="collectorOf">The row whose collection holds another; <see langword="null" /> if there are none.</param>
/// <param name="remember">Remembers a member and its value before it is written, so that it can be reverted.</param>
/// <param name="rememberUnset">The same for a member without a value.</param>
/// <param name="rememberReference">The same for a navigation that is null.</param>
internal sealed class ReferenceLinks(
    Func<object, EntityEntry?> entryOf,
    Func<IForeignKey, object, object?>? collectorOf,
    Action<ColumnMap, object, object?, Action<object, object?>> remember,
    Action<ColumnMap, object, Action<object, object?>> rememberUnset,
    Action<object, Action<object, object?>> rememberReference)
{
    private IProperty? _lastProperty;
    private object? _lastPrincipal;
    private object? _lastKey;

    public Func<IForeignKey, object, object?>? CollectorOf => collectorOf;

    /// <summary>One property of a principal's key; <see langword="null" /> if it is not known. Consecutive rows often have the same principal.</summary>
    public object? KeyOf(IProperty property, object principal)
    {
        if (_lastKey is not null && _lastProperty == property && ReferenceEquals(_lastPrincipal, principal))
            return _lastKey;
        _lastKey = PrincipalKey.Of(property, principal, entryOf(principal));
        (_lastProperty, _lastPrincipal) = (property, principal);
        return _lastKey;
    }

    /// <summary>Sets a navigation that is null.</summary>
    public void Set(object item, object principal, Action<object, object?> set)
    {
        rememberReference(item, set);
        set(item, principal);
    }

    /// <summary>Writes a foreign key to a member, unless it has that value.</summary>
    public void Write(ColumnMap column, object item, object key, Action<object, object?> write)
    {
        if (ColumnAccess.IsUnset(column, item))
        {
            rememberUnset(column, item, write);
        }
        else
        {
            object? before = column.Property.GetGetter().GetClrValue(item);
            if (Equals(before, key))
                return;
            remember(column, item, before, write);
        }

        write(item, key);
    }
}
