using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs.Recipes;

/// <summary>The context of the recipe that copies orders.</summary>
internal sealed class OrderContext(DbContextOptions<OrderContext> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<OrderDraft>();
}
