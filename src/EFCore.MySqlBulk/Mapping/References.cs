using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Foreign keys as <c>SaveChanges</c> takes them: where a navigation refers to an entity, that entity's key, whatever the property holds.</summary>
internal sealed class References
{
    private readonly Part[] _parts;

    private References(TableMap table)
    {
        _parts =
        [
            .. from foreignKey in table.EntityType.GetForeignKeys()
               let to = foreignKey.DependentToPrincipal
               where to is not null && !to.IsShadowProperty()
               from pair in foreignKey.Properties.Zip(foreignKey.PrincipalKey.Properties)
               where pair.First != pair.Second
               let column = table.ColumnOf(pair.First)
               select new Part(
                   column, to, pair.Second,
                   column.Path is null ? null : ColumnAccess.CompileWriter(column, table.EntityType.ClrType)),
        ];
        AreThere = _parts.Length > 0;
        NeedEntry = _parts.Any(part => part.Write is null && part.Key.IsShadowProperty());
    }

    /// <summary>The type has navigations to principals.</summary>
    public bool AreThere { get; }

    /// <summary>Only an entry can hold what a row refers to: neither the row nor its principal has a member for it.</summary>
    public bool NeedEntry { get; }

    public static References Of(TableMap table) => table.GetOrAdd(nameof(References), static (map, _) => new References(map));

    /// <summary>Sets the foreign keys of a row; those of a tracked one are set already.</summary>
    /// <param name="row">The row.</param>
    /// <param name="isTracked">The context tracks it.</param>
    /// <param name="entryOf">The entry of a tracked entity.</param>
    /// <exception cref="RowValueException">The row refers to an entity whose key is not known yet.</exception>
    public void Complete(in BulkRow row, bool isTracked, Func<object, EntityEntry?> entryOf)
    {
        foreach (Part part in _parts)
        {
            if (isTracked)
            {
                if (InternalEntries.IsTemporary(row.Entry!, part.Column.Property))
                    throw NotKnown(part, row);
                continue;
            }

            if (part.Navigation.GetGetter().GetClrValue(row.Item) is not { } principal)
                continue;
            object? key = PrincipalKey.Of(part.Key, principal, entryOf(principal)) ?? throw NotKnown(part, row);
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
    }

    private static RowValueException NotKnown(Part part, in BulkRow row)
    {
        string principal = part.Key.DeclaringType.DisplayName();
        return new(
            $"'{part.Navigation.DeclaringEntityType.DisplayName()}.{part.Navigation.Name}' refers to an entity whose key is not known yet. Store the rows of '{principal}' first.")
        {
            Row = row,
        };
    }

    private sealed record Part(ColumnMap Column, INavigation Navigation, IProperty Key, Action<object, object?>? Write);
}
