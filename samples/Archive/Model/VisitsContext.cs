using Microsoft.EntityFrameworkCore;

namespace Archive.Model;

/// <summary>An ordinary EF Core model: nothing in it is special for bulk operations. The index is the one that the application's own queries have.</summary>
internal sealed class VisitsContext(DbContextOptions<VisitsContext> options) : DbContext(options)
{
    public DbSet<Visit> Visits => Set<Visit>();

    public DbSet<ArchivedVisit> ArchivedVisits => Set<ArchivedVisit>();

    public DbSet<View> Views => Set<View>();

    public DbSet<Run> Runs => Set<Run>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Visit>(visit =>
        {
            visit.ToTable("visits").HasIndex(v => v.At);
            visit.Property(v => v.City).HasMaxLength(100);
            visit.Property(v => v.Country).HasMaxLength(2);
        });
        modelBuilder.Entity<ArchivedVisit>(visit =>
        {
            visit.ToTable("archived_visits").Property(v => v.Id).ValueGeneratedNever();
            visit.Property(v => v.City).HasMaxLength(100);
            visit.Property(v => v.Country).HasMaxLength(2);
        });
        modelBuilder.Entity<View>().ToTable("views");
        modelBuilder.Entity<Run>().ToTable("runs");
    }
}
