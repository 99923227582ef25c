using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Rows that stand in a collection, or in the reference, of another row of the call and do not refer to it themselves: <c>SaveChanges</c> takes them
/// for its dependents. Those that are tracked refer to it already.</summary>
internal sealed class CollectedRows(IReadOnlyList<SelfReference> references)
{
    private readonly Dictionary<IForeignKey, Dictionary<object, object>> _principals = [];

    public static CollectedRows? Of(SelfReferences? families)
        => families?.All.Where(reference => reference.HasDependents).ToArray() is { Length: > 0 } references ? new(references) : null;

    /// <summary>Notes what rows that may come now or later belong to.</summary>
    public void Add(ReadOnlySpan<BulkRow> rows)
    {
        foreach (SelfReference reference in references)
        {
            foreach (ref readonly BulkRow row in rows)
            {
                if (row.IsTracked)
                    continue;
                foreach (object dependent in reference.DependentsOf(row.Item))
                    Of(reference.ForeignKey)[dependent] = row.Item;
            }
        }
    }

    /// <summary>The row in whose collection another stands; <see langword="null" /> where there is none.</summary>
    public object? PrincipalOf(IForeignKey foreignKey, object dependent)
        => _principals.TryGetValue(foreignKey, out Dictionary<object, object>? found) ? found.GetValueOrDefault(dependent) : null;

    private Dictionary<object, object> Of(IForeignKey foreignKey)
        => _principals.TryGetValue(foreignKey, out Dictionary<object, object>? found) ? found : _principals[foreignKey] = new(ReferenceEqualityComparer.Instance);
}
