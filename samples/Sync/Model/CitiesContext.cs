using Microsoft.EntityFrameworkCore;

namespace Sync.Model;

/// <summary>An ordinary EF Core model: nothing in it is special for bulk operations.</summary>
internal sealed class CitiesContext(DbContextOptions<CitiesContext> options) : DbContext(options)
{
    // Set for each column, because the caller's database may have another character set.
    private const string Exact = "utf8mb4_bin";
    private const string Readable = "utf8mb4_unicode_ci";

    public DbSet<City> Cities => Set<City>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<City>(city =>
    {
        city.ToTable("cities");
        city.HasIndex(c => c.Number).IsUnique();
        city.HasIndex(c => c.Country);
        city.Property(c => c.Name).HasMaxLength(100).UseCollation(Readable);
        city.Property(c => c.Country).HasMaxLength(2).UseCollation(Exact);
        city.Property(c => c.Admin1).HasMaxLength(20).UseCollation(Exact);
        city.Property(c => c.Admin2).HasMaxLength(80).UseCollation(Exact);
        city.Property(c => c.Latitude).HasPrecision(8, 5);
        city.Property(c => c.Longitude).HasPrecision(8, 5);
    });
}
