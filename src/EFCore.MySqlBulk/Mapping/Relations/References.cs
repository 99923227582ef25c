using System.Reflection;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Relations;

/// <summary>Foreign keys as <c>SaveChanges</c> determines them: if a navigation refers to an entity, that entity's key, whatever the property holds.</summary>
internal sealed class References
{
    private readonly Part[] _parts;

    private References(TableMap table, bool ofGraph)
    {
        _parts =
        [
            .. from foreignKey in table.EntityType.GetForeignKeys()
               let to = foreignKey.DependentToPrincipal is { } reference && !reference.IsShadowProperty() ? reference : null
               let inverse = foreignKey.PrincipalToDependent
               where to is not null || ofGraph || (inverse is not null && inverse.TargetEntityType.GetRootType() == inverse.DeclaringEntityType.GetRootType())
               from pair in foreignKey.Properties.Zip(foreignKey.PrincipalKey.Properties)
               where pair.First != pair.Second
               let column = table.Columns.FirstOrDefault(column => column.Member == pair.First)
               where column is not null
               select new Part(
                   foreignKey, column, to, pair.Second,
                   table.WriterOf(column))
               { CanBeHeld = ofGraph },
        ];
        AreThere = _parts.Length > 0;
        NeedEntry = _parts.Any(part => part.To is not null && part.Write is null && part.Key.IsShadowProperty());
    }

    /// <summary>Whether the type has navigations to principals.</summary>
    public bool AreThere { get; }

    /// <summary>Whether a foreign key needs an entry, because neither the row nor its principal has a member for it.</summary>
    public bool NeedEntry { get; }

    /// <summary>The members that hold foreign keys.</summary>
    public IEnumerable<ColumnMap> Members => _parts.Where(part => part.Write is not null).Select(part => part.Column);

    /// <summary>The references of rows that refer to each other by navigations of their own, or are in the navigations of rows of the same table.</summary>
    public static References Of(TableMap table) => table.GetOrAdd(nameof(References), static (map, _) => new References(map, ofGraph: false));

    /// <summary>The references of rows of a graph, which may be in the navigations of entities of other types.</summary>
    public static References InGraph(TableMap table) => table.GetOrAdd((nameof(References), nameof(InGraph)), static (map, _) => new References(map, ofGraph: true));

    /// <summary>Whether the row refers to another only through that one's collection, and its foreign key needs an entry.</summary>
    public bool NeedEntryFor(object item, Func<IForeignKey, object, object?> collectorOf)
        => Array.Exists(_parts, part => part.Write is null && part.To is null && collectorOf(part.ForeignKey, item) is not null);

    /// <summary>The same for a row of a graph: whether its foreign key needs an entry.</summary>
    public bool NeedEntryFor(RowPlace place) => Array.Exists(_parts, part => part.Write is null && place.PrincipalOf(part.ForeignKey) is not null);

    /// <summary>Sets the foreign keys of a row; a tracked row has them already.</summary>
    /// <param name="row">The row.</param>
    /// <param name="isTracked">Whether the context tracks it.</param>
    /// <param name="links">What the call knows about its entities.</param>
    /// <param name="mayWait">Whether a foreign key may still be unknown.</param>
    /// <exception cref="RowValueException">The row refers to an entity whose key is not known yet.</exception>
    public void Complete(in BulkRow row, bool isTracked, ReferenceLinks links, Predicate<IForeignKey>? mayWait = null)
    {
        if (FirstUnknown(row, isTracked, links, mayWait) is { } unknown)
            throw NotKnown(unknown, row);
    }

    /// <summary>Sets the foreign keys of a row, as far as they are known.</summary>
    /// <returns>Whether all of them are.</returns>
    /// <inheritdoc cref="Complete" />
    public bool TryComplete(in BulkRow row, bool isTracked, ReferenceLinks links) => FirstUnknown(row, isTracked, links, null) is null;

    private Part? FirstUnknown(in BulkRow row, bool isTracked, ReferenceLinks links, Predicate<IForeignKey>? mayWait)
    {
        Part? unknown = null;
        foreach (Part part in _parts)
        {
            if (isTracked)
            {
                if (InternalEntries.IsTemporary(row.Entry!, part.Column.Property))
                    unknown ??= WithoutWaiting(part);
                continue;
            }

            if ((part.To?.GetGetter().GetClrValue(row.Item) ?? Holder(part, row, links)) is not { } principal)
                continue;
            if (links.KeyOf(part.Key, principal) is not { } key)
                unknown ??= WithoutWaiting(part);
            else if (part.Write is not null)
                links.Write(part.Column, row.Item, key, part.Write);
            else if (row.Entry is not null)
                row.Entry.Property(part.Column.Property).CurrentValue = key;
        }

        return unknown;

        Part? WithoutWaiting(Part part) => mayWait?.Invoke(part.ForeignKey) == true ? null : part;
    }

    // Sets the row's navigation, as SaveChanges does. In a graph this is done once everything is stored.
    private static object? Holder(Part part, in BulkRow row, ReferenceLinks links)
    {
        if (part.CanBeHeld)
            return row.Place?.PrincipalOf(part.ForeignKey);
        if (links.CollectorOf?.Invoke(part.ForeignKey, row.Item) is not { } principal)
            return null;
        if (part.SetTo is { } set)
            links.Set(row.Item, principal, set);
        return principal;
    }

    private static RowValueException NotKnown(Part part, in BulkRow row)
    {
        string principal = part.Key.DeclaringType.DisplayName();
        return new($"{part.Named} refers to an entity whose key is not known yet. Store the rows of '{principal}' first.") { Row = row };
    }

    /// <param name="ForeignKey">The foreign key.</param>
    /// <param name="Column">One column of it.</param>
    /// <param name="To">The row's navigation, if its class has one.</param>
    /// <param name="Key">The principal's key property.</param>
    /// <param name="Write">Sets the column's member, if there is one.</param>
    private sealed record Part(IForeignKey ForeignKey, ColumnMap Column, INavigation? To, IProperty Key, Action<object, object?>? Write)
    {
        /// <summary>Whether entities of other types may hold the row.</summary>
        public bool CanBeHeld { get; init; }

        /// <summary>The navigation that messages name.</summary>
        public string Named => (To ?? ForeignKey.PrincipalToDependent) is { } navigation
            ? $"'{navigation.DeclaringEntityType.DisplayName()}.{navigation.Name}'"
            : $"'{Column.DisplayName}'";

        /// <summary>Sets the row's navigation.</summary>
        public Action<object, object?>? SetTo { get; } = To?.GetMemberInfo(forMaterialization: false, forSet: true) switch
        {
            PropertyInfo property => property.SetValue,
            FieldInfo field => field.SetValue,
            _ => null,
        };
    }
}
