using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Four-byte characters are stored correctly, whatever character set the server or the session starts with.</summary>
[BothServers]
public abstract class CharacterSetTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData("latin1")]
    [InlineData("utf8mb3")]
    public async Task The_servers_character_set_does_not_matter(string set)
    {
        await using TestDatabase database = await CreateAsync(new() { CharacterSet = set });
        await EveryStrategyStoresAsync(database, null);
    }

    [Theory]
    [InlineData("SET NAMES latin1")]
    [InlineData("SET NAMES utf8mb4 COLLATE utf8mb4_bin")]
    [InlineData("SET character_set_connection = latin1")]
    [InlineData("SET character_set_client = latin1")]
    public async Task The_sessions_character_set_does_not_matter(string statement)
    {
        await using TestDatabase database = await CreateAsync(null);
        await EveryStrategyStoresAsync(database, statement);
    }

    private static Note[] Notes(string end) =>
    [
        new() { Id = "1", Text = "plain" + end, Json = "[1]" },
        new() { Id = "2 ä", Text = "äöü" + end, Json = """["ä"]""" },
        new() { Id = "3 Ж漢", Text = "Ж漢字 'quoted' \\ " + end },
        new() { Id = "4 😀", Text = "😀 and text behind it" + end, Json = """["😀"]""" },
    ];

    private async Task<TestDatabase> CreateAsync(ServerOptions? options)
    {
        TestDatabase database = await servers.OfAsync(kind, options).CreateAsync(model => model.Entity<Note>(entity =>
        {
            entity.ToTable("notes");
            entity.Property(note => note.Id).HasMaxLength(60);
            entity.Property(note => note.Json).HasColumnType("json");
        }), "Pooling=false"); // a pooled session could come back with the character set of another case
        await database.ExecuteAsync("ALTER TABLE notes CONVERT TO CHARACTER SET utf8mb4");
        return database;
    }

    private async Task EveryStrategyStoresAsync(TestDatabase database, string? statement)
    {
        // Statements in flight carry utf8mb4, which such a session would take for something else.
        bool refusesPipelining = statement?.EndsWith("latin1", StringComparison.Ordinal) == true;
        if (refusesPipelining)
        {
            await using ModelContext refusing = await OpenAsync(database, statement);
            InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => refusing.BulkInsertAsync(Notes(""), new() { Strategy = BulkStrategy.PipelinedArrayBatch }));
            Assert.Contains("the session's character set is not utf8mb4", refused.Message, StringComparison.Ordinal);
        }

        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(strategy => !refusesPipelining || strategy != BulkStrategy.PipelinedArrayBatch))
        {
            await using ModelContext context = await OpenAsync(database, statement);
            await context.BulkInsertAsync(Notes(""), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            await AssertStoredAsync(database, strategy, "");
            await database.ExecuteAsync("DELETE FROM notes");
        }

        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind).Where(strategy => !refusesPipelining || strategy != BulkStrategy.PipelinedArrayBatch))
        {
            await using ModelContext context = await OpenAsync(database, statement);
            await context.BulkInsertAsync(Notes("?"), new() { Strategy = BulkStrategy.MultiRowValues });
            await context.BulkUpdateAsync(Notes("€"), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            await AssertStoredAsync(database, strategy, "€");
            Assert.Equal(4, (await context.Set<Note>().BulkDeleteByKeyAsync(Notes("").Select(note => note.Id).ToList())).RowsDeleted);
        }
    }

    private static async Task<ModelContext> OpenAsync(TestDatabase database, string? statement)
    {
        ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        if (statement is not null)
            await TestDatabase.ExecuteAsync(context, statement);
        return context;
    }

    private static async Task AssertStoredAsync(TestDatabase database, BulkStrategy strategy, string end)
    {
        await using ModelContext context = database.Context();
        List<Note> stored = await context.Set<Note>().AsNoTracking().OrderBy(note => note.Id).ToListAsync();
        Assert.Equal(Notes(end).Select(note => (strategy, note.Id, note.Text, note.Json)), stored.Select(note => (strategy, note.Id, note.Text, note.Json)));
    }
}
