using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Gives the entities that share a row what <c>SaveChanges</c> gives them: the row's key, and their navigation back.</summary>
internal sealed class SharedParts
{
    private readonly Part[] _parts;

    private SharedParts(TableMap table) => _parts = [.. SharedRows.Of(table.EntityType).Select(navigation => new Part(navigation))];

    public bool AreThere => _parts.Length > 0;

    public static SharedParts Of(TableMap table) => table.GetOrAdd(nameof(SharedParts), static (map, _) => new SharedParts(map));

    /// <summary>Completes the parts of a row.</summary>
    /// <param name="row">The row.</param>
    /// <param name="hasKey">Its key is known already.</param>
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
            part.SetBack?.Invoke(entity, row.Item);
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

    private sealed class Part(INavigation to)
    {
        private readonly (Func<object, object?> Read, Action<object, object?> Write)[] _key =
        [
            .. to.ForeignKey.PrincipalKey.Properties.Zip(to.ForeignKey.Properties)
                .Where(pair => !pair.First.IsShadowProperty() && !pair.Second.IsShadowProperty())
                .Select(pair => (ColumnAccess.CompileReader(pair.First), ColumnAccess.CompileWriter(pair.Second))),
        ];

        public INavigation To => to;

        public Action<object, object?>? SetBack { get; } = to.Inverse is { } back && !back.IsShadowProperty() ? ColumnAccess.CompileWriter(back) : null;

        public void CopyKey(object item, object entity)
        {
            foreach ((Func<object, object?> read, Action<object, object?> write) in _key)
                write(entity, read(item));
        }
    }
}
