using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>Tracked entities whose rows were deleted, and their dependents, which the server has deleted too or whose foreign keys it has set to null.</summary>
internal sealed class DeletedEntries(TrackedEntries tracked, PartEntries parts)
{
    // The key of a derived type's table refers to that of its base, so an entity is its own dependent; others may depend on each other.
    private readonly HashSet<object> _begun = new(ReferenceEqualityComparer.Instance);

    public void Detach(EntityEntry entry)
    {
        if (!_begun.Add(entry.Entity))
            return;
        parts.Remember(entry, static _ => true);
        foreach (IForeignKey foreignKey in entry.Metadata.GetReferencingForeignKeys())
        {
            bool goesToo = foreignKey.IsOwnership || foreignKey.DeleteBehavior == DeleteBehavior.Cascade;
            if (!goesToo && foreignKey.DeleteBehavior != DeleteBehavior.SetNull)
                continue;
            foreach (EntityEntry dependent in Dependents(entry, foreignKey))
            {
                if (goesToo)
                    Detach(dependent);
                else
                    Release(dependent, foreignKey);
            }
        }

        entry.State = EntityState.Detached;
    }

    // Dependents in state Added have no row that the server could have deleted. Owned entities are detached with their owner.
    private EntityEntry[] Dependents(EntityEntry principal, IForeignKey foreignKey)
        => [.. tracked.DependentsOf(principal, foreignKey).Where(dependent => dependent.State is not (EntityState.Added or EntityState.Detached) || foreignKey.IsOwnership)];

    private static void Release(EntityEntry dependent, IForeignKey foreignKey)
    {
        foreach (IProperty property in foreignKey.Properties.Where(p => p.IsNullable))
            StoredProperty.Set(dependent, property, null);
    }
}
