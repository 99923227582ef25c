using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Upserts;

/// <summary>The context whose rows are matched by email: bench_users with one more index.</summary>
internal sealed class UpsertContext(DbContextOptions<UpsertContext> options) : DbContext(options)
{
    /// <summary>Creates the index in a table that another context has created.</summary>
    public const string CreateIndex = "CREATE UNIQUE INDEX IX_bench_users_email ON bench_users (email)";

    public DbSet<BenchUser> Users => Set<BenchUser>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<BenchUser>(user =>
    {
        BenchContext.Map(user);
        user.HasIndex(u => u.Email).IsUnique();
    });
}
