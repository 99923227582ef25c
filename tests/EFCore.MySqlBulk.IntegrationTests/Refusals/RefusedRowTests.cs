using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Refusals;

/// <summary>One bad row among many: it is named, nothing is stored, and the context still works.</summary>
[BothServers]
public abstract class RefusedRowTests(Servers servers, ServerKind kind)
{
    private const int Rows = 10_000;
    private const int Bad = 4_711;

    public static TheoryData<string, BulkStrategy> Inserts
    {
        get
        {
            TheoryData<string, BulkStrategy> cases = [];
            foreach (string trouble in (string[])["null", "too long", "out of range", "required", "in the table", "twice", "parent", "check"])
            {
                foreach (BulkStrategy strategy in EveryStrategy.Inserts)
                    cases.Add(trouble, strategy);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Inserts))]
    public async Task A_bad_row_among_many_is_named_and_nothing_is_inserted(string trouble, BulkStrategy strategy)
    {
        // Row by row, all statements are alike.
        (int rows, int bad) = strategy == BulkStrategy.RowByRow && !FullRun.IsAsked ? (400, 311) : (Rows, Bad);
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Entry> entries = Entries(rows);
        Spoil(entries, trouble, bad);
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(entries, new() { Strategy = strategy }));
        Assert.Equal(bad, refused.RowIndex);
        if (trouble is not "null" and not "required")
        {
            Assert.IsType<DbException>(refused.InnerException, exactMatch: false);
            Assert.NotEqual(0, refused.ErrorNumber);
        }

        await AssertUsableAsync(database, context);
    }

    [Theory]
    [InlineData(true, 50_000)]
    [InlineData(false, 50_000)]
    public async Task A_key_that_is_given_twice_is_refused_however_far_apart(bool asStream, int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await database.ExecuteAsync("DELETE FROM entries");
        List<Entry> entries = [.. Enumerable.Range(1, rows).Select(i => new Entry { Id = i, Code = i, Name = "before" })];
        await context.BulkInsertAsync(entries);
        entries = [.. entries.Select(e => new Entry { Id = e.Id, Name = "changed" })];
        entries[^3] = new() { Id = 8 };
        IEnumerable<Entry> given = asStream ? entries.Where(_ => true) : entries;
        BulkOperationException update = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(given, new() { Update = e => e.Name }));
        BulkOperationException delete = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkDeleteAsync(given, new() { NotFound = NotFoundRows.Ignore }));
        Assert.Equal((rows - 3, rows - 3), (update.RowIndex, delete.RowIndex));
        Assert.Equal([8L], delete.Key);
        Assert.Contains("Rows 7 and ", delete.Message, StringComparison.Ordinal);
        Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM entries WHERE Name = 'before'"));
        Assert.Equal(rows, await context.Set<Entry>().CountAsync());
    }

    [Fact]
    public async Task A_bad_row_in_an_update_is_named_and_nothing_is_changed()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Entry> entries = [.. Entries().Take(3_000)];
        await context.BulkInsertAsync(entries);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            foreach (string trouble in (string[])["too long", "out of range", "parent", "check"])
            {
                List<Entry> changed = [.. entries.Select(e => new Entry { Id = e.Id, Name = "changed", Code = e.Code, ParentId = 1, Small = 2 })];
                Spoil(changed, trouble, 1_234);
                BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(changed, new() { Strategy = strategy }));
                Assert.Equal((trouble, 1_234), (trouble, refused.RowIndex));
                Assert.Equal([entries[1_234].Id], refused.Key);
                Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM entries WHERE Name = 'changed'"));
            }
        }
    }

    [Fact]
    public async Task A_delete_that_a_foreign_key_forbids_is_refused_and_the_row_named()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([.. Enumerable.Range(2, 50).Select(i => new Parent { Id = i })]);
        await context.BulkInsertAsync([new Entry { Name = "child", Code = 1, ParentId = 20 }]);
        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.Set<Parent>().BulkDeleteByKeyAsync([.. Enumerable.Range(2, 50)], new() { Strategy = strategy }));
            Assert.Equal(18, refused.RowIndex);
            Assert.Equal([20], refused.Key);
            Assert.Equal(51, await context.Set<Parent>().CountAsync());
        }
    }

    private static List<Entry> Entries(int rows = Rows) => [.. Enumerable.Range(0, rows).Select(i => new Entry { Name = $"n{i}", Code = i, ParentId = 1, Small = 1 })];

    private static void Spoil(List<Entry> entries, string trouble, int at = Bad)
    {
        Entry bad = entries[at];
        switch (trouble)
        {
            case "null": entries[at] = null!; break;
            case "too long": bad.Name = "longer than twenty letters"; break;
            case "out of range": bad.Small = 70_000; break;
            case "required": bad.Name = null!; break;
            case "in the table": bad.Code = -5; break;
            case "twice": bad.Code = at / 7; break;
            case "parent": bad.ParentId = 99; break;
            case "check": bad.Small = -1; break;
        }
    }

    private static async Task AssertUsableAsync(TestDatabase database, ModelContext context)
    {
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM entries"));
        List<Entry> good = [.. Entries().Take(3)];
        Assert.Equal(3, (await context.BulkInsertAsync(good)).RowsInserted);
        Assert.Equal(4, await context.Set<Entry>().CountAsync());
        Assert.Equal(System.Data.ConnectionState.Closed, context.Database.GetDbConnection().State);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Parent>().ToTable("parents").Property(p => p.Id).ValueGeneratedNever();
            model.Entity<Entry>().ToTable("entries").HasOne<Parent>().WithMany().HasForeignKey(e => e.ParentId).OnDelete(DeleteBehavior.Restrict);
            model.Entity<Entry>().HasIndex(e => e.Code).IsUnique();
            model.Entity<Entry>().Property(e => e.Name).HasMaxLength(20);
        });
        await database.ExecuteAsync(
            "ALTER TABLE entries MODIFY Small smallint NOT NULL, ADD CONSTRAINT positive CHECK (Small >= 0)",
            "INSERT INTO parents (Id) VALUES (1)",
            "INSERT INTO entries (Name, Code, ParentId, Small) VALUES ('there', -5, 1, 1)");
        return database;
    }

    private sealed class Parent
    {
        public int Id { get; set; }
    }

    private sealed class Entry
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public int Code { get; set; }

        public int? ParentId { get; set; }

        public int Small { get; set; }
    }
}
