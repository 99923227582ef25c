using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>Three shards with tickets that commit together: two databases of one server and one of another. Each has a table of decisions; that of the first one counts.</summary>
internal sealed class AtomicSet : IAsyncDisposable
{
    public const int Count = 3;

    public static readonly int[] Numbers = [0, 1, 2];

    private AtomicSet(List<TestDatabase> databases) => Databases = databases;

    public List<TestDatabase> Databases { get; }

    public static async Task<AtomicSet> CreateAsync(Servers servers, ServerKind kind) => await CreateAsync(await servers.OfAsync(kind), await servers.OfAsync(kind, Servers.Roomy));

    public static async Task<AtomicSet> CreateAsync(RunningServer one, RunningServer other)
    {
        List<TestDatabase> databases = [await one.CreateAsync(Tickets.Model), await one.CreateAsync(Tickets.Model), await other.CreateAsync(Tickets.Model)];
        foreach (TestDatabase database in databases)
            await database.ExecuteAsync(Decisions.Creation);
        AtomicSet set = new(databases);
        // Gives the table its identity.
        await using BulkShards<ModelContext, int> shards = set.Open();
        await shards.BulkInsertAsync(Tickets.New(Count, 1_000_000), cancellationToken: Token);
        foreach (TestDatabase database in databases)
            await database.ExecuteAsync("DELETE FROM tickets");
        return set;
    }

    /// <summary>The shards.</summary>
    /// <param name="connectionString">Gives a database its connection string, such as one that leads through a proxy; <see langword="null" /> for its own.</param>
    /// <param name="configure">More of a context's options.</param>
    public BulkShards<ModelContext, int> Open(Func<int, string>? connectionString = null, Func<int, DbContextOptionsBuilder, DbContextOptionsBuilder>? configure = null)
        => new BulkShards<ModelContext, int>(shard => Databases[shard].Context(options =>
        {
            if (connectionString is not null)
                options.UseMySql(connectionString(shard), Databases[shard].Server.Version);
            Decisions.Use(options);
            configure?.Invoke(shard, options);
        })).Map<Ticket>(ticket => ticket.Token % Count).Atomic(0);

    public static Task<BulkResult> InsertAsync(BulkShards<ModelContext, int> shards, bool isAsync, IEnumerable<Ticket> tickets, int? batchRows = null)
        => isAsync ? shards.BulkInsertAsync(tickets, new() { BatchRows = batchRows }, Token) : Task.Run(() => shards.BulkInsert(tickets, new() { BatchRows = batchRows }));

    public static async Task<IReadOnlyList<UnfinishedBulkCall>> EndAsync(BulkShards<ModelContext, int> shards, bool isAsync)
        => isAsync ? await shards.EndUnfinishedBulkCallsAsync(Numbers, TimeSpan.Zero, Token) : shards.EndUnfinishedBulkCalls(Numbers, TimeSpan.Zero);

    public async Task<List<(long Id, int Token, string Name, double Score)>> StoredAsync()
    {
        List<(long Id, int Token, string Name, double Score)> all = [];
        foreach (TestDatabase database in Databases)
            all.AddRange(await Tickets.StoredAsync(database));
        return [.. all.OrderBy(ticket => ticket.Token)];
    }

    /// <summary>Asserts that no branch is prepared and no decision recorded.</summary>
    public async Task NothingIsLeftAsync()
    {
        await using BulkShards<ModelContext, int> shards = Open();
        Assert.Empty(await shards.FindUnfinishedBulkCallsAsync(Numbers, Token));
        foreach (TestDatabase database in Databases)
            Assert.Equal(0, await database.CountAsync(string.Create(CultureInfo.InvariantCulture, $"SELECT COUNT(*) FROM {Decisions.Table} WHERE id<>'mysqlbulk:shards'")));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (TestDatabase database in Databases)
            await database.DisposeAsync();
    }
}
