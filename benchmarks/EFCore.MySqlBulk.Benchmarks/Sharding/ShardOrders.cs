using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Sharding;

/// <summary>One table of orders, and five of the same shape.</summary>
internal sealed class ShardOrders(BenchDatabase database)
{
    public const int Tables = 5;

    private const string One = "orders";
    private readonly DbContextOptions<ShardContext> _options = new DbContextOptionsBuilder<ShardContext>().UseMySql(database.ConnectionString, database.Version, _ => { }).Options;

    public ShardContext Context() => new(_options);

    public static string TableOf(int shard) => $"orders_{shard}";

    // As ShardingCore: the hash has to be the same in every process.
    public static int ShardOf(ShardOrder order)
    {
        int hash = 0;
        foreach (char c in order.Id)
            hash = unchecked((31 * hash) + c);
        return Math.Abs(hash % Tables);
    }

    public async Task CreateAsync()
    {
        await using ShardContext orders = Context();
        await using BenchContext context = await database.OpenAsync();
        await context.ExecuteAsync(orders.Database.GenerateCreateScript());
        for (int shard = 0; shard < Tables; shard++)
            await context.ExecuteAsync($"CREATE TABLE {TableOf(shard)} LIKE {One}");
    }

    public async Task EmptyAsync()
    {
        await using BenchContext context = await database.OpenAsync();
        foreach (string table in Names)
            await context.ExecuteAsync($"TRUNCATE TABLE {table}");
    }

    /// <summary>Checks that every order is there once, in its table.</summary>
    public async Task VerifyAsync(ShardTechnique technique, ShardOrder[] orders)
    {
        await using ShardContext context = Context();
        IEnumerable<(string Table, int Rows, long Money)> expected = technique.IsSharded
            ? Enumerable.Range(0, Tables).Select(shard => (TableOf(shard), orders.Count(order => ShardOf(order) == shard), orders.Where(order => ShardOf(order) == shard).Sum(order => order.Money)))
            : [(One, orders.Length, orders.Sum(order => order.Money))];
        foreach ((string table, int rows, long money) in expected)
        {
            string query = $"SELECT * FROM {table}";
            int count = await context.Set<ShardOrder>().FromSqlRaw(query).CountAsync();
            if (count != rows || await context.Set<ShardOrder>().FromSqlRaw(query).SumAsync(order => order.Money) != money)
                throw new WrongOutcomeException($"{technique.Name}: {table} has {count} rows instead of {rows}, or other ones");
        }
    }

    private static IEnumerable<string> Names => Enumerable.Range(0, Tables).Select(TableOf).Prepend(One);

    internal sealed class ShardContext(DbContextOptions<ShardContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<ShardOrder>(order =>
        {
            order.ToTable(One);
            order.Property(o => o.Id).HasMaxLength(50).IsUnicode(false);
            order.Property(o => o.Payer).HasMaxLength(50).IsUnicode(false);
            order.Property(o => o.Area).HasMaxLength(50).IsUnicode(false);
        });
    }
}
