using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The first example of README.md, kept compiling: <see cref="ReadmeTests" /> compares the two.</summary>
internal static class ReadmeExample
{
    public static async Task RunAsync(string connectionString, List<User> users, List<Line> lines)
    {
        // begin of the example
        DbContextOptionsBuilder<ShopContext> options = new();
        options.UseMySql(connectionString, ServerVersion.AutoDetect(connectionString));
        await using ShopContext context = new(options.Options);

        BulkResult done = await context.BulkInsertAsync(users);          // the generated keys are on the entities
        await context.BulkUpdateAsync(users, new() { Update = u => new { u.Age, u.Score } });
        await context.BulkDeleteAsync(users);
        await context.BulkExecuteAsync(lines, l => $"UPDATE stock SET qty = qty - {l.Qty} WHERE sku = {l.Sku} AND qty >= {l.Qty}");
        Console.WriteLine(done);
        // end of the example
    }

    internal sealed class ShopContext(DbContextOptions<ShopContext> options) : DbContext(options)
    {
        public DbSet<User> Users => Set<User>();
    }

    internal sealed record Line(string Sku, int Qty);

    internal sealed class User
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public int Age { get; set; }

        public double Score { get; set; }
    }
}
