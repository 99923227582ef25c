using System.Reflection;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Foreign keys as <c>SaveChanges</c> determines them: if a navigation refers to an entity, that entity's key, whatever the property holds.</summary>
internal sealed class References
{
    private readonly Part[] _parts;

    private References(TableMap table)
    {
        _parts =
        [
            .. from foreignKey in table.EntityType.GetForeignKeys()
               let to = foreignKey.DependentToPrincipal is { } reference && !reference.IsShadowProperty() ? reference : null
               let inverse = foreignKey.PrincipalToDependent
               where to is not null || (inverse is not null && inverse.TargetEntityType.GetRootType() == inverse.DeclaringEntityType.GetRootType())
               from pair in foreignKey.Properties.Zip(foreignKey.PrincipalKey.Properties)
               where pair.First != pair.Second
               let column = table.ColumnOf(pair.First)
               select new Part(
                   foreignKey, column, to, pair.Second,
                   column.Path is null ? null : ColumnAccess.CompileWriter(column, table.EntityType.ClrType)),
        ];
        AreThere = _parts.Length > 0;
        NeedEntry = _parts.Any(part => part.To is not null && part.Write is null && part.Key.IsShadowProperty());
    }

    /// <summary>The type has navigations to principals.</summary>
    public bool AreThere { get; }

    /// <summary>Only an entry can hold what a row refers to, because neither the row nor its principal has a member for it.</summary>
    public bool NeedEntry { get; }

    public static References Of(TableMap table) => table.GetOrAdd(nameof(References), static (map, _) => new References(map));

    /// <summary>The row refers to another only through that one's collection, and only an entry can hold the foreign key.</summary>
    public bool NeedEntryFor(object item, Func<IForeignKey, object, object?> collectorOf)
        => Array.Exists(_parts, part => part.Write is null && part.To is null && collectorOf(part.ForeignKey, item) is not null);

    /// <summary>Sets the foreign keys of a row; those of a tracked row are set already.</summary>
    /// <param name="row">The row.</param>
    /// <param name="isTracked">The context tracks it.</param>
    /// <param name="entryOf">The entry of a tracked entity.</param>
    /// <param name="collectorOf">The row whose collection holds another.</param>
    /// <exception cref="RowValueException">The row refers to an entity whose key is not known yet.</exception>
    public void Complete(in BulkRow row, bool isTracked, Func<object, EntityEntry?> entryOf, Func<IForeignKey, object, object?>? collectorOf)
    {
        if (FirstUnknown(row, isTracked, entryOf, collectorOf) is { } unknown)
            throw NotKnown(unknown, row);
    }

    /// <summary>Sets the foreign keys of a row, as far as they are known.</summary>
    /// <returns>Whether all of them are.</returns>
    /// <inheritdoc cref="Complete" />
    public bool TryComplete(in BulkRow row, bool isTracked, Func<object, EntityEntry?> entryOf, Func<IForeignKey, object, object?>? collectorOf)
        => FirstUnknown(row, isTracked, entryOf, collectorOf) is null;

    private Part? FirstUnknown(in BulkRow row, bool isTracked, Func<object, EntityEntry?> entryOf, Func<IForeignKey, object, object?>? collectorOf)
    {
        foreach (Part part in _parts)
        {
            if (isTracked)
            {
                if (InternalEntries.IsTemporary(row.Entry!, part.Column.Property))
                    return part;
                continue;
            }

            if ((part.To?.GetGetter().GetClrValue(row.Item) ?? Collector(part, row, collectorOf)) is not { } principal)
                continue;
            if (PrincipalKey.Of(part.Key, principal, entryOf(principal)) is not { } key)
                return part;
            if (part.Write is null)
            {
                if (row.Entry is not null)
                    row.Entry.Property(part.Column.Property).CurrentValue = key;
            }
            else if (!Equals(part.Column.Property.GetGetter().GetClrValue(row.Item), key))
            {
                part.Write(row.Item, key);
            }
        }

        return null;
    }

    // As SaveChanges does, this sets the row's navigation.
    private static object? Collector(Part part, in BulkRow row, Func<IForeignKey, object, object?>? collectorOf)
    {
        if (collectorOf?.Invoke(part.ForeignKey, row.Item) is not { } principal)
            return null;
        part.SetTo?.Invoke(row.Item, principal);
        return principal;
    }

    private static RowValueException NotKnown(Part part, in BulkRow row)
    {
        string principal = part.Key.DeclaringType.DisplayName();
        return new(
            $"'{part.Named.DeclaringEntityType.DisplayName()}.{part.Named.Name}' refers to an entity whose key is not known yet. Store the rows of '{principal}' first.")
        {
            Row = row,
        };
    }

    /// <param name="ForeignKey">The foreign key.</param>
    /// <param name="Column">One column of it.</param>
    /// <param name="To">The row's navigation, if its class has one.</param>
    /// <param name="Key">What the column repeats.</param>
    /// <param name="Write">Sets the column's member, if there is one.</param>
    private sealed record Part(IForeignKey ForeignKey, ColumnMap Column, INavigation? To, IProperty Key, Action<object, object?>? Write)
    {
        /// <summary>The navigation that messages name.</summary>
        public INavigation Named => To ?? ForeignKey.PrincipalToDependent!;

        /// <summary>Sets the row's navigation.</summary>
        public Action<object, object>? SetTo { get; } = To?.GetMemberInfo(forMaterialization: false, forSet: true) switch
        {
            PropertyInfo property => property.SetValue,
            FieldInfo field => field.SetValue,
            _ => null,
        };
    }
}
