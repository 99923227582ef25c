using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>The context for tables of few and of many columns.</summary>
internal sealed class ShapedContext(DbContextOptions<ShapedContext> options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<NarrowRow>(NarrowRow.Map);
        modelBuilder.Entity<BroadRow>(BroadRow.Map);
    }
}
