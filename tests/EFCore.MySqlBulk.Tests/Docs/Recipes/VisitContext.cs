using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The context of the recipes that purge.</summary>
internal sealed class VisitContext(DbContextOptions<VisitContext> options) : DbContext(options)
{
    public DbSet<Visit> Visits => Set<Visit>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Visit>().HasIndex(v => v.At);
}
