using EFCore.MySqlBulk.IntegrationTests.Concurrency;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Without the check for duplicates, the last of the duplicate rows is stored.</summary>
[BothServers]
public abstract class RepeatedKeysTests(Servers servers, ServerKind kind)
{
    private const int Keys = 50;

    [Theory]
    [InlineData(null)]
    [InlineData(BulkStrategy.RowByRow)]
    [InlineData(BulkStrategy.ValuesJoin)]
    [InlineData(BulkStrategy.MultiStatement)]
    [InlineData(BulkStrategy.PipelinedArrayBatch)]
    public async Task The_row_given_last_wins(BulkStrategy? strategy)
    {
        TestDatabase database = (await Guarded.StoredAsync(servers, kind, Keys)).Database;
        await using TestDatabase _ = database;
        foreach (bool isStream in (bool[])[false, true])
        {
            string mark = isStream ? "stream" : "list";
            List<Guarded> rows = Shuffled(mark);
            await using ModelContext context = database.Context();

            BulkUpdateOptions<Guarded> options = new()
            {
                CheckDuplicates = false,
                CheckConcurrency = false,
                Update = g => g.Name,
                Strategy = strategy,
                BatchRows = 7,
            };
            BulkResult result = isStream
                ? await context.BulkUpdateAsync(rows.Where(_ => true), options, Token)
                : await context.BulkUpdateAsync(rows, options, Token);

            Dictionary<int, string> last = [];
            rows.ForEach(row => last[row.Id] = row.Name);
            Assert.Equal(last.OrderBy(pair => pair.Key), (await context.Set<Guarded>().AsNoTracking().ToDictionaryAsync(g => g.Id, g => g.Name, Token)).OrderBy(pair => pair.Key));
            Assert.True(isStream ? result.RowsUpdated >= Keys : result.RowsUpdated == Keys, $"{result.RowsUpdated} rows");
        }
    }

    [Fact]
    public async Task A_key_given_twice_to_delete_is_deleted_once()
    {
        TestDatabase database = (await Guarded.StoredAsync(servers, kind, Keys)).Database;
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        int[] keys = [.. Enumerable.Range(0, 3 * Keys).Select(i => (i % Keys) + 1)];

        BulkResult result = await context.Set<Guarded>().BulkDeleteByKeyAsync(keys, new() { CheckDuplicates = false }, Token);

        Assert.Equal(Keys, result.RowsDeleted);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM guarded"));
    }

    [Fact]
    public async Task Every_tracked_entity_that_is_written_is_accepted()
    {
        TestDatabase database = (await Guarded.StoredAsync(servers, kind, 3)).Database;
        await using TestDatabase _ = database;
        await using ModelContext context = database.Context();
        List<Guarded> tracked = await context.Set<Guarded>().OrderBy(g => g.Id).ToListAsync(Token);
        tracked.ForEach(row => row.Name = "mine");
        List<Guarded> rows = [tracked[2], tracked[0], tracked[1], new() { Id = 2, Name = "last", Version = 2 }, tracked[0]];

        BulkResult result = await context.BulkUpdateAsync(rows, new() { CheckDuplicates = false }, Token);

        Assert.Equal(3, result.RowsUpdated);
        Assert.Equal([EntityState.Unchanged, EntityState.Modified, EntityState.Unchanged], tracked.Select(row => context.Entry(row).State));
        Assert.Equal(["mine", "last", "mine"], (await database.QueryAsync("SELECT Name FROM guarded ORDER BY Id")).Select(row => row[0]));
    }

    [Fact]
    public async Task Keys_that_only_the_server_treats_as_equal_are_refused_without_advice_that_was_followed()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Word>(word =>
        {
            word.ToTable("words").HasKey(w => w.Key);
            word.Property(w => w.Key).HasMaxLength(20);
        }));
        await database.ExecuteAsync(
            "ALTER TABLE words MODIFY COLUMN `Key` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL", "INSERT INTO words VALUES ('a', 'old'), ('b', 'old')");
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkUpdateAsync([new Word { Key = "a" }, new() { Key = "b" }, new() { Key = "A" }], new() { CheckDuplicates = false }, Token));

        Assert.Equal(2, refused.RowIndex);
        Assert.DoesNotContain("CheckDuplicates", refused.Message, StringComparison.Ordinal);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM words WHERE Meaning = 'old'"));
    }

    private static List<Guarded> Shuffled(string mark)
    {
        Random random = new(7);
        return [.. Enumerable.Range(0, 4 * Keys).Select(i => (i % Keys) + 1).OrderBy(_ => random.Next()).Select((id, i) => new Guarded { Id = id, Name = $"{mark} {i}" })];
    }

    private sealed class Word
    {
        public string Key { get; set; } = "";

        public string Meaning { get; set; } = "new";
    }
}
