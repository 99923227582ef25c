using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The context of the recipes.</summary>
internal sealed class ProductContext(DbContextOptions<ProductContext> options, int tenantId) : DbContext(options)
{
    public DbSet<Product> Products => Set<Product>();

    public int TenantId => tenantId;

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Product>(product =>
    {
        product.HasQueryFilter(p => p.TenantId == TenantId && p.DeletedAt == null);
        product.HasIndex(p => new { p.TenantId, p.Sku }).IsUnique();
        product.Property(p => p.TenantId).IsConcurrencyToken();
        product.HasIndex(p => new { p.TenantId, p.Sku }).IsUnique();
    });
}
