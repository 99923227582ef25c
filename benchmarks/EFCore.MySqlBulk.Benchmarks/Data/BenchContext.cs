using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>The context of every technique, used as in a program: a new one for each unit of work.</summary>
internal sealed class BenchContext(DbContextOptions<BenchContext> options) : DbContext(options)
{
    public DbSet<BenchUser> Users => Set<BenchUser>();

    public static void Map(EntityTypeBuilder<BenchUser> user)
    {
        user.ToTable("bench_users");
        user.Property(u => u.Id).HasColumnName("id").ValueGeneratedOnAdd();
        user.Property(u => u.Name).HasColumnName("name").HasMaxLength(50);
        user.Property(u => u.Age).HasColumnName("age");
        user.Property(u => u.Email).HasColumnName("email").HasMaxLength(100);
        user.Property(u => u.Score).HasColumnName("score");
        user.Property(u => u.CreatedAt).HasColumnName("created_at").HasColumnType("datetime(6)");
        user.HasIndex(u => u.Age);
    }

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<BenchUser>(Map);
}
