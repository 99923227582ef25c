using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>A scope may have any size: its rows are compared while they arrive, and not kept.</summary>
[BothServers]
[OnlyInFullRuns("Scope compares small scopes, and StreamMemory measures what a long stream keeps.")]
public abstract class LargeScopeTests(Servers servers, ServerKind kind)
{
    private const int Pages = 200;
    private const int Characters = 3 * 1024 * 1024;

    [Theory]
    [InlineData(BulkPipelining.Always)]
    [InlineData(BulkPipelining.Never)]
    public async Task A_scope_of_600_MiB_is_compared(BulkPipelining pipelining)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Page>());
        // The server makes the text when it is read, so that none of it has to be stored first.
        await database.ExecuteAsync(
            $"ALTER TABLE Page DROP COLUMN Text, ADD COLUMN Text LONGTEXT AS (REPEAT('x', {Characters})) VIRTUAL",
            $"INSERT INTO Page (Id, Title) VALUES {string.Join(",", Enumerable.Range(1, Pages).Select(id => $"({id},'page')"))}");
        string text = new('x', Characters);
        List<Page> given = [.. Enumerable.Range(2, Pages - 1).Select(id => new Page { Id = id, Title = "page", Text = text })];
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(given, new() { WholeTable = true, Pipelining = pipelining }, TestContext.Current.CancellationToken);

        Assert.Equal(pipelining == BulkPipelining.Always, done.IsPipelined);
        Assert.Equal((0, 0, Pages - 1, 1), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(Pages - 1, await database.CountAsync("SELECT COUNT(*) FROM Page"));
    }

    private sealed class Page
    {
        public int Id { get; set; }

        public string Title { get; set; } = "";

        public string Text { get; set; } = "";
    }
}
