using Microsoft.EntityFrameworkCore;

namespace Telemetry;

/// <summary>An ordinary EF Core model: nothing in it is special for bulk operations.</summary>
internal sealed class ReadingsContext(DbContextOptions<ReadingsContext> options) : DbContext(options)
{
    public DbSet<Reading> Readings => Set<Reading>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Reading>(reading =>
    {
        reading.ToTable("readings");
        reading.Property(r => r.Sensor).HasMaxLength(40);
        reading.HasIndex(r => new { r.Sensor, r.At }).IsUnique();
    });
}
