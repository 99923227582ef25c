using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Tables;

/// <summary>Gives the other entities of a row the row's key and their inverse navigation, as <c>SaveChanges</c> does: owned entities, and those of other types that share the row.</summary>
internal sealed class SharedParts
{
    private readonly Part[] _parts;

    private SharedParts(TableMap table)
    {
        _parts =
        [
            .. SharedRows.Of(table.EntityType).Select(navigation => new Part(navigation)),
            .. OwnedParts.InRowOf(table.EntityType).Where(navigation => !navigation.TargetEntityType.IsMappedToJson()).Select(navigation => new Part(navigation)).Where(part => part.TakesValues),
        ];
        AreOthersThere = Array.Exists(_parts, part => !part.To.ForeignKey.IsOwnership);
    }

    public bool AreThere => _parts.Length > 0;

    /// <summary>Whether entities of other types share the row.</summary>
    public bool AreOthersThere { get; }

    public static SharedParts Of(TableMap table) => table.GetOrAdd(nameof(SharedParts), static (map, _) => new SharedParts(map));

    /// <summary>Completes the parts of a row.</summary>
    /// <param name="row">The row.</param>
    /// <param name="hasKey">Whether its key is known already.</param>
    /// <param name="entryOf">The entry of a tracked entity.</param>
    /// <exception cref="RowValueException">The context tracks a part.</exception>
    public void Complete(in BulkRow row, bool hasKey, Func<object, EntityEntry?> entryOf)
    {
        foreach (Part part in _parts)
        {
            if (part.To.GetGetter().GetClrValue(row.Item) is not { } entity)
                continue;
            if (entryOf(entity) is not null)
                throw new RowValueException($"'{part.To.DeclaringEntityType.DisplayName()}.{part.To.Name}' is tracked by the context, and the entity whose row it shares is not. Save both with BulkSaveChanges, or give entities that are not tracked.") { Row = row };
            part.SetBack(entity, row.Item);
            if (hasKey)
                part.CopyKey(row.Item, entity);
        }
    }

    /// <summary>Copies the key of an entity to its parts.</summary>
    public void CopyKey(object item)
    {
        foreach (Part part in _parts)
        {
            if (part.To.GetGetter().GetClrValue(item) is { } entity)
                part.CopyKey(item, entity);
        }
    }

    private sealed class Part
    {
        private readonly Action<object, object?>? _setBack;
        private readonly (Func<object, object?> Read, Action<object, object?> Write)[] _key;
        private readonly Part[] _inner;

        public Part(INavigation to)
        {
            To = to;
            _setBack = to.Inverse is { } back && !back.IsShadowProperty() ? ColumnAccess.CompileWriter(back) : null;
            _key =
            [
                .. to.ForeignKey.Properties.Select(property => (Of: RootOf(to, property), Property: property))
                    .Where(pair => !pair.Of.IsShadowProperty() && !pair.Property.IsShadowProperty())
                    .Select(pair => (ColumnAccess.CompileReader(pair.Of), ColumnAccess.CompileWriter(pair.Property))),
            ];
            _inner = [.. OwnedParts.InRowOf(to.TargetEntityType).Where(inner => !inner.TargetEntityType.IsMappedToJson()).Select(inner => new Part(inner)).Where(inner => inner.TakesValues)];
        }

        public INavigation To { get; }

        /// <summary>Whether the part has members for these values.</summary>
        public bool TakesValues => _setBack is not null || _key.Length > 0 || _inner.Length > 0;

        public void SetBack(object entity, object owner)
        {
            _setBack?.Invoke(entity, owner);
            foreach (Part inner in _inner)
            {
                if (inner.To.GetGetter().GetClrValue(entity) is { } part)
                    inner.SetBack(part, entity);
            }
        }

        /// <summary>Copies the key of the row's entity.</summary>
        public void CopyKey(object item, object entity)
        {
            foreach ((Func<object, object?> read, Action<object, object?> write) in _key)
                write(entity, read(item));
            foreach (Part inner in _inner)
            {
                if (inner.To.GetGetter().GetClrValue(entity) is { } part)
                    inner.CopyKey(item, part);
            }
        }

        // A part of a part has the key of the row's entity too.
        private static IProperty RootOf(INavigation to, IProperty property)
        {
            IProperty principal = to.ForeignKey.Principal(property);
            return to.DeclaringEntityType.FindOwnership()?.PrincipalToDependent is { } outer && OwnedParts.IsInRow(outer) && outer.ForeignKey.Properties.Contains(principal)
                ? RootOf(outer, principal)
                : principal;
        }
    }
}
