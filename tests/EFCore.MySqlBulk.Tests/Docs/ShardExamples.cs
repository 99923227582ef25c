using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The code of docs/shards.md, kept compiling: <see cref="CodeBlockTests" /> looks for each of its blocks here.</summary>
internal static class ShardExamples
{
    public static async Task DatabasesAsync(string[] connectionStrings, List<Order> orders, (long, int)[] keys, CancellationToken cancellationToken)
    {
        await using BulkShards<ShardContext, int> shards = new BulkShards<ShardContext, int>(shard => new ShardContext(connectionStrings[shard]))
            .Map<Order>(order => (int)(order.CustomerId % connectionStrings.Length))
            .MapKey<Order, (long CustomerId, int Number)>(key => (int)(key.CustomerId % connectionStrings.Length));

        BulkResult done = await shards.BulkInsertAsync(orders, cancellationToken: cancellationToken);
        await shards.BulkUpdateAsync(orders, o => o.Update = x => new { x.Amount }, cancellationToken);
        List<Order?> found = await shards.BulkReadAsync<Order, (long, int)>(keys, cancellationToken: cancellationToken);
        Console.WriteLine($"{done}, {found.Count}");
    }

    public static async Task CommitTogetherAsync(string[] connectionStrings, List<Order> orders, int[] allShards, CancellationToken cancellationToken)
    {
        await using BulkShards<ShardContext, int> shards = new BulkShards<ShardContext, int>(shard => new ShardContext(connectionStrings[shard]))
            .Map<Order>(order => (int)(order.CustomerId % connectionStrings.Length))
            .Atomic(decidedBy: 0);
        await shards.BulkInsertAsync(orders, cancellationToken: cancellationToken);

        IReadOnlyList<UnfinishedBulkCall> ended = await shards.EndUnfinishedBulkCallsAsync(allShards, cancellationToken: cancellationToken);
        Console.WriteLine(ended.Count);
    }

    public static async Task TablesAsync(string connectionString, List<Order> orders, CancellationToken cancellationToken)
    {
        await using BulkShards<ShardContext, int> years = new BulkShards<ShardContext, int>(_ => new ShardContext(connectionString))
            .Map<Order>(order => order.CreatedAt.Year, year => $"orders_{year}");
        await years.BulkInsertAsync(orders, new() { ReturnKeys = false }, cancellationToken);
    }

    public static async Task FailAsync(BulkShards<ShardContext, int> shards, List<Order> orders, CancellationToken cancellationToken)
    {
        try
        {
            await shards.BulkInsertAsync(orders, cancellationToken: cancellationToken);
        }
        catch (BulkException e)
        {
            foreach (BulkShardOutcome shard in e.Shards)
                Console.WriteLine($"{shard.Shard}: {shard.Outcome}, {shard.RowsAffected} rows");
        }
    }

    internal sealed class ShardContext(string connectionString) : DbContext
    {
        protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) => optionsBuilder.UseMySql(connectionString, ServerVersion.AutoDetect(connectionString));

        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Order>().HasKey(order => new { order.CustomerId, order.Number });
    }

    internal sealed class Order
    {
        public long CustomerId { get; set; }

        public int Number { get; set; }

        public decimal Amount { get; set; }

        public DateTime CreatedAt { get; set; }
    }
}
