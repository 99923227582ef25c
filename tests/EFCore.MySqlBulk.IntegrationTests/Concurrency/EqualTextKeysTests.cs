using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Concurrency;

/// <summary>Text keys that differ in .NET but are equal in the column's collation are reported as duplicates, and nothing is stored.</summary>
[BothServers]
public abstract class EqualTextKeysTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData("utf8mb4_0900_ai_ci", "a", "A")]
    [InlineData("utf8mb4_0900_ai_ci", "a", "ä")]
    [InlineData("utf8mb4_uca1400_ai_ci", "a", "A")]
    [InlineData("utf8mb4_uca1400_ai_ci", "a", "ä")]
    [InlineData("utf8mb4_general_ci", "a", "A")]
    [InlineData("utf8mb4_general_ci", "ä", "A")]
    [InlineData("utf8mb4_general_ci", "a", "a ")]
    [InlineData("utf8mb4_bin", "a", "a ")]
    public async Task Equal_keys_are_reported_as_given_twice(string collation, string one, string other)
    {
        await using TestDatabase database = await CreateAsync(collation, one, "b", "c");
        foreach (Operation operation in new[] { Operation.Update, Operation.Delete })
        {
            await using ModelContext context = database.Context();
            List<Word> words = [new("b"), new(one), new("c"), new(other)];

            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.RunAsync(operation, isAsync: true, words, 1_000));

            Assert.Equal(3, failure.RowIndex);
            Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM words WHERE Meaning = 'old'"));
        }
    }

    [Theory]
    [InlineData(Operation.Update)]
    [InlineData(Operation.Delete)]
    public async Task Equal_keys_in_different_statements_are_reported_too(Operation operation)
    {
        await using TestDatabase database = await CreateAsync("utf8mb4_general_ci", "a", "M1", "M2", "M3");
        await using ModelContext context = database.Context();
        List<Word> words = [new("A"), new("M1"), new("M2"), new("M3"), new("a")];

        DbUpdateException failure = await Assert.ThrowsAnyAsync<DbUpdateException>(() => context.RunAsync(operation, isAsync: true, words, 2));

        Assert.Equal(4, Assert.IsType<BulkOperationException>(failure).RowIndex);
        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM words WHERE Meaning = 'old'"));
    }

    [Fact]
    [OnEachServer("Each server has collations of its own.")]
    public async Task Keys_that_the_collation_tells_apart_are_different_rows()
    {
        await using TestDatabase database = await CreateAsync("utf8mb4_bin", "a", "A", "ä");
        await using ModelContext context = database.Context();

        Assert.Equal(3, (await context.BulkUpdateAsync([new Word("a"), new Word("A"), new Word("ä")], cancellationToken: TestContext.Current.CancellationToken)).RowsUpdated);

        Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM words WHERE Meaning = 'new'"));
    }

    [Fact]
    [OnEachServer("Each server has collations of its own.")]
    public async Task A_row_is_found_by_another_spelling_of_its_key()
    {
        await using TestDatabase database = await CreateAsync("utf8mb4_general_ci", "abc", "def", "ghi");
        await using ModelContext context = database.Context();

        Assert.Equal(2, (await context.BulkUpdateAsync([new Word("ABC"), new Word("Déf")], cancellationToken: TestContext.Current.CancellationToken)).RowsUpdated);

        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM words WHERE Meaning = 'new'"));
    }

    private async Task<TestDatabase> CreateAsync(string collation, params string[] keys)
    {
        RunningServer server = await servers.OfAsync(kind);
        Assert.SkipWhen(collation == "utf8mb4_0900_ai_ci" && kind == ServerKind.MariaDb && !server.IsNewerMariaDb, "MariaDB 10.11 has no utf8mb4_0900_ai_ci.");
        Assert.SkipWhen(collation == "utf8mb4_uca1400_ai_ci" && kind == ServerKind.MySql, "MySQL has no utf8mb4_uca1400_ai_ci.");
        TestDatabase database = await server.CreateAsync(static model => model.Entity<Word>(word =>
        {
            word.ToTable("words");
            word.HasKey(w => w.Key);
            word.Property(w => w.Key).HasMaxLength(20);
        }));
        await database.ExecuteAsync($"ALTER TABLE words MODIFY COLUMN `Key` varchar(20) CHARACTER SET utf8mb4 COLLATE {collation} NOT NULL");
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(keys.Select(key => new Word(key) { Meaning = "old" }).ToList(), cancellationToken: TestContext.Current.CancellationToken);
        return database;
    }

    private sealed class Word(string key)
    {
        public string Key { get; } = key;

        public string Meaning { get; set; } = "new";
    }
}
