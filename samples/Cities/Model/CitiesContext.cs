using Microsoft.EntityFrameworkCore;

namespace Cities.Model;

/// <summary>Regions, their districts, and the cities in them. An ordinary EF Core model: nothing in it is special for bulk operations.</summary>
internal sealed class CitiesContext(DbContextOptions<CitiesContext> options) : DbContext(options)
{
    // Codes that differ in one accent or in case are different codes, so a unique index needs a binary collation.
    private const string Exact = "utf8mb4_bin";

    // Set for each column, because the caller's database may have another character set.
    private const string Readable = "utf8mb4_unicode_ci";

    public DbSet<Region> Regions => Set<Region>();

    public DbSet<District> Districts => Set<District>();

    public DbSet<City> Cities => Set<City>();

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Region>(region =>
        {
            region.ToTable("regions");
            region.Property(r => r.Code).HasMaxLength(20).UseCollation(Exact);
            region.Property(r => r.Name).HasMaxLength(100).UseCollation(Readable);
            region.HasIndex(r => r.Code).IsUnique();
        });
        modelBuilder.Entity<District>(district =>
        {
            district.ToTable("districts");
            district.Property(d => d.Code).HasMaxLength(40).UseCollation(Exact);
            district.Property(d => d.Name).HasMaxLength(100).UseCollation(Readable);
            district.HasIndex(d => d.Code).IsUnique();
            district.HasOne<Region>().WithMany().HasForeignKey(d => d.RegionId);
        });
        modelBuilder.Entity<City>(city =>
        {
            city.ToTable("cities");
            city.Property(c => c.Country).HasMaxLength(2).UseCollation(Exact);
            city.Property(c => c.Code).HasMaxLength(60).UseCollation(Exact);
            city.Property(c => c.Name).HasMaxLength(100).UseCollation(Readable);
            city.Property(c => c.SearchName).HasMaxLength(100).UseCollation(Exact);
            city.Property(c => c.Latitude).HasPrecision(8, 5);
            city.Property(c => c.Longitude).HasPrecision(8, 5);
            city.Property(c => c.DistanceKm).HasPrecision(8, 3);
            city.HasOne<Region>().WithMany().HasForeignKey(c => c.RegionId);
            city.HasOne<District>().WithMany().HasForeignKey(c => c.DistrictId);
        });
    }
}
