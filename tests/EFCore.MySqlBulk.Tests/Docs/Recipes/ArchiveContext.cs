using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The other context of the recipe that archives.</summary>
internal sealed class ArchiveContext(DbContextOptions<ArchiveContext> options) : DbContext(options)
{
    public DbSet<Visit> Visits => Set<Visit>();

    public DbSet<ArchivedVisit> ArchivedVisits => Set<ArchivedVisit>();
}
