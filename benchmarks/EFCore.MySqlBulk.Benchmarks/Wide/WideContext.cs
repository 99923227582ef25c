using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>The context of the wide rows, a new one for each call.</summary>
internal sealed class WideContext(DbContextOptions<WideContext> options) : DbContext(options)
{
    public DbSet<WideRow> Rows => Set<WideRow>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<WideRow>(row =>
    {
        row.Property(r => r.Total).HasComputedColumnSql("Quantity * Price * (1 - Discount)", stored: true);
        row.Property(r => r.Gross).HasComputedColumnSql("Total * (1 + TaxRate)", stored: false);
    });
}
