using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Tracked entities whose rows were deleted, and their dependents: the server has deleted those too, or set their foreign keys to null.</summary>
internal sealed class DeletedEntries(DbContext context)
{
    private readonly IUpdateAdapter _tracker = context.GetService<IUpdateAdapterFactory>().Create();

    public void Detach(EntityEntry entry)
    {
        foreach (IForeignKey foreignKey in entry.Metadata.GetReferencingForeignKeys())
        {
            if (foreignKey.DeleteBehavior is not (DeleteBehavior.Cascade or DeleteBehavior.SetNull))
                continue;
            foreach (EntityEntry dependent in Dependents(entry, foreignKey))
            {
                if (foreignKey.DeleteBehavior == DeleteBehavior.Cascade)
                    Detach(dependent);
                else
                    Release(dependent, foreignKey);
            }
        }

        entry.State = EntityState.Detached;
    }

    // The server knows nothing of dependents that are still to be inserted.
    private IEnumerable<EntityEntry> Dependents(EntityEntry principal, IForeignKey foreignKey)
    {
        IKey key = principal.Metadata.FindPrimaryKey()!;
        IUpdateEntry? found = _tracker.TryGetEntry(key, [.. key.Properties.Select(p => principal.Property(p).CurrentValue)]);
        return found is null
            ? []
            : [.. _tracker.GetDependents(found, foreignKey).Where(d => d.EntityState is not (EntityState.Added or EntityState.Detached)).Select(d => d.ToEntityEntry())];
    }

    private static void Release(EntityEntry dependent, IForeignKey foreignKey)
    {
        foreach (IProperty property in foreignKey.Properties.Where(p => p.IsNullable))
            TrackerFixup.SetStored(dependent, property, null);
    }
}
