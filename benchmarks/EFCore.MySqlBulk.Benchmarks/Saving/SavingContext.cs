using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>The context whose SaveChanges, and inserts of graphs, are measured.</summary>
internal sealed class SavingContext(DbContextOptions<SavingContext> options) : DbContext(options)
{
    private const int TextLength = 100;

    public static string TableOf(Type freshRow) => $"bench_fresh_{Array.IndexOf(FreshRow.Types, freshRow)}";

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        // Another context has created this table.
        modelBuilder.Entity<BenchUser>(user =>
        {
            BenchContext.Map(user);
            user.ToTable(table => table.ExcludeFromMigrations());
        });
        modelBuilder.Entity<BenchOrder>(order =>
        {
            order.ToTable("bench_orders").HasMany(o => o.Lines).WithOne().HasForeignKey(l => l.OrderId);
            order.Property(o => o.Customer).HasMaxLength(TextLength);
            order.Property(o => o.Email).HasMaxLength(TextLength);
            order.Property(o => o.CreatedAt).HasColumnType("datetime(6)");
        });
        modelBuilder.Entity<BenchLine>().ToTable("bench_lines").Property(l => l.Product).HasMaxLength(TextLength);
        modelBuilder.Entity<BenchPerson>(person =>
        {
            person.UseTptMappingStrategy().ToTable("bench_people");
            person.Property(p => p.Name).HasMaxLength(TextLength);
            person.Property(p => p.Email).HasMaxLength(TextLength);
            person.Property(p => p.CreatedAt).HasColumnType("datetime(6)");
        });
        modelBuilder.Entity<BenchEmployee>().ToTable("bench_employees");
        modelBuilder.Entity<BenchBasket>(basket =>
        {
            basket.ToTable("bench_baskets").OwnsMany(b => b.Items, item => item.ToTable("bench_items").Property(i => i.Product).HasMaxLength(TextLength));
            basket.Property(b => b.Name).HasMaxLength(TextLength);
            basket.Property(b => b.Email).HasMaxLength(TextLength);
            basket.Property(b => b.CreatedAt).HasColumnType("datetime(6)");
        });
        foreach (Type type in FreshRow.Types)
        {
            modelBuilder.Entity(type, row =>
            {
                row.ToTable(TableOf(type));
                row.Property(nameof(FreshRow.Name)).HasMaxLength(TextLength);
                row.Property(nameof(FreshRow.Email)).HasMaxLength(TextLength);
                row.Property(nameof(FreshRow.CreatedAt)).HasColumnType("datetime(6)");
            });
        }
    }
}
