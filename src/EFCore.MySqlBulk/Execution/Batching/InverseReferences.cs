using EFCore.MySqlBulk.Mapping.Relations;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>Rows that another row of the call holds in a collection or a reference, while their own navigation to it is not set: <c>SaveChanges</c>
/// treats them as its dependents. Tracked rows have theirs set.</summary>
internal sealed class InverseReferences(IReadOnlyList<SelfReference> references)
{
    private readonly Dictionary<IForeignKey, Dictionary<object, object>> _principals = [];

    public static InverseReferences? Of(SelfReferences? all)
        => all?.All.Where(reference => reference.HasDependents).ToArray() is { Length: > 0 } references ? new(references) : null;

    /// <summary>Remembers which entities the given rows hold, whether or not those have been read.</summary>
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

    /// <summary>The row whose collection holds another; <see langword="null" /> if there is none.</summary>
    public object? PrincipalOf(IForeignKey foreignKey, object dependent)
        => _principals.TryGetValue(foreignKey, out Dictionary<object, object>? found) ? found.GetValueOrDefault(dependent) : null;

    private Dictionary<object, object> Of(IForeignKey foreignKey)
        => _principals.TryGetValue(foreignKey, out Dictionary<object, object>? found) ? found : _principals[foreignKey] = new(ReferenceEqualityComparer.Instance);
}
