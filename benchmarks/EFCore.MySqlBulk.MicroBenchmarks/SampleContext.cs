using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>A context that never connects; each has its own model, as in a program's first call.</summary>
internal sealed class SampleContext : DbContext
{
    public DbSet<Sample> Samples => Set<Sample>();

    protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) => optionsBuilder
        .UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0)))
        .ReplaceService<IModelCacheKeyFactory, OwnModel>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<OwnedPartBenchmarks.Whole>();
        modelBuilder.Entity<OwnedPartBenchmarks.Owner>().OwnsOne(owner => owner.Part);
    }

    private sealed class OwnModel : IModelCacheKeyFactory
    {
        public object Create(DbContext context, bool designTime) => (context.ContextId, designTime);
    }
}
