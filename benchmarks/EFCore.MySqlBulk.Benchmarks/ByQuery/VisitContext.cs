using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.ByQuery;

/// <summary>The context of the tables of visits.</summary>
internal sealed class VisitContext(DbContextOptions<VisitContext> options) : DbContext(options)
{
    public DbSet<BenchVisit> Visits => Set<BenchVisit>();

    /// <summary>Another context of the same tables, with a connection of its own.</summary>
    public VisitContext Again() => new(options);

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<BenchVisit>(visit =>
        {
            visit.ToTable("bench_visits").Property(v => v.Path).HasMaxLength(50);
            visit.HasIndex(v => v.At);
        });
        modelBuilder.Entity<ArchivedVisit>(visit =>
        {
            visit.ToTable("bench_archived").Property(v => v.Id).ValueGeneratedNever();
            visit.Property(v => v.Path).HasMaxLength(50);
        });
    }
}
