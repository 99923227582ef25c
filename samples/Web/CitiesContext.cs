using Microsoft.EntityFrameworkCore;

namespace Web;

/// <summary>An ordinary EF Core model: nothing in it is special for bulk operations.</summary>
internal sealed class CitiesContext(DbContextOptions<CitiesContext> options) : DbContext(options)
{
    // Names that differ in one accent are different names.
    private const string Exact = "utf8mb4_bin";

    public DbSet<City> Cities => Set<City>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<City>(city =>
    {
        city.ToTable("cities");
        city.Property(c => c.Name).HasMaxLength(100).UseCollation(Exact);
        city.Property(c => c.Country).HasMaxLength(2).UseCollation(Exact);
        city.Property(c => c.Admin1).HasMaxLength(20).UseCollation(Exact);
        city.Property(c => c.Admin2).HasMaxLength(80).UseCollation(Exact);
        city.Property(c => c.Latitude).HasPrecision(8, 5);
        city.Property(c => c.Longitude).HasPrecision(8, 5);
        city.HasIndex(c => new { c.Country, c.Name, c.Latitude, c.Longitude }).IsUnique();
    });
}
