using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>A table of decisions, and what is left in it and on the server.</summary>
internal static class Decisions
{
    public const string Table = "bulk_decisions";

    public const string Creation =
        $"CREATE TABLE {Table} (id CHAR(59) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB";

    /// <summary>An empty table of tickets, and one of decisions.</summary>
    public static async Task<TestDatabase> EmptyAsync(Servers servers, ServerKind kind)
    {
        TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync(Creation);
        return database;
    }

    /// <summary>Names the table of decisions to a context.</summary>
    public static void Use(DbContextOptionsBuilder options) => options.UseMySqlBulk(bulk => bulk.DecisionTable(Table));

    public static Task<IReadOnlyList<UnfinishedBulkCall>> FindAsync(this ModelContext context, bool isAsync)
        => isAsync ? context.FindUnfinishedBulkCallsAsync(Token) : Task.FromResult(context.FindUnfinishedBulkCalls());

    public static Task<IReadOnlyList<UnfinishedBulkCall>> EndAsync(this ModelContext context, bool isAsync, TimeSpan? keep = null)
        => isAsync ? context.EndUnfinishedBulkCallsAsync(keep, Token) : Task.FromResult(context.EndUnfinishedBulkCalls(keep));

    /// <summary>Asserts that no transaction is prepared and no decision recorded.</summary>
    public static async Task NothingIsLeftAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context(Use);
        Assert.Empty(await context.FindUnfinishedBulkCallsAsync(Token));
        Assert.Equal(0, await CountAsync(database));
    }

    public static Task<long> CountAsync(TestDatabase database) => database.CountAsync($"SELECT COUNT(*) FROM {Table}");
}
