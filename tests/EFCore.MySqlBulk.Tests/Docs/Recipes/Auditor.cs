using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The interceptor of docs/recipes/audit-columns.md.</summary>
internal sealed class Auditor(string user, TimeProvider clock) : SaveChangesInterceptor
{
    public void Stamp(IAudited row, bool isNew)
    {
        DateTime now = clock.GetUtcNow().UtcDateTime;
        if (isNew)
            row.CreatedAt = now;
        row.ModifiedAt = now;
        row.ModifiedBy = user;
    }

    public override InterceptionResult<int> SavingChanges(DbContextEventData eventData, InterceptionResult<int> result)
    {
        foreach (EntityEntry<IAudited> entry in eventData.Context!.ChangeTracker.Entries<IAudited>())
        {
            if (entry.State is EntityState.Added or EntityState.Modified)
                Stamp(entry.Entity, isNew: entry.State == EntityState.Added);
        }

        return result;
    }

    public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
        DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        => new(SavingChanges(eventData, result));
}
