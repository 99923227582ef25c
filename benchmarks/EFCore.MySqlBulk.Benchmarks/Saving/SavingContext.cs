using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>The context whose SaveChanges is measured.</summary>
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
