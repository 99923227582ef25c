using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary><c>Changes</c> receives what a synchronisation has changed.</summary>
[BothServers]
public abstract class ChangesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, 6)]
    [InlineData(false, 6)]
    [InlineData(true, 4_000)]
    [InlineData(false, 4_000)]
    public async Task They_are_what_the_table_differs_in(bool isAsync, int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, Goods(0, rows, count: 1));
        Dictionary<string, (int Id, int Count)> before = await StoredAsync(context);
        List<Good> given = Goods(rows / 3, rows, count: 1);
        foreach (Good changed in given.Where((_, i) => i % 2 == 0))
            changed.Count = 2;
        List<BulkChanges<Good>> told = [];

        BulkResult done = await SynchronizeAsync(context, isAsync, given, new() { WholeTable = true, Match = good => good.Sku, Changes = told.Add });

        Dictionary<string, (int Id, int Count)> after = await StoredAsync(context);
        BulkChanges<Good> changes = Assert.Single(told);
        Assert.Equal(given.Where(good => !before.ContainsKey(good.Sku)), changes.Inserted);
        Assert.Equal(given.Where(good => before.TryGetValue(good.Sku, out (int Id, int Count) old) && old != after[good.Sku]), changes.Updated);
        Assert.Equal(before.Where(old => !after.ContainsKey(old.Key)).Select(old => old.Value.Id).Order(), changes.Orphans.Select(key => (int)Assert.Single(key)).Order());
        Assert.Equal((done.RowsInserted, done.RowsUpdated, done.RowsDeleted), (changes.Inserted.Count, changes.Updated.Count, changes.Orphans.Count));
        Assert.NotEmpty(changes.Orphans);
        Assert.All(changes.Inserted, good => Assert.Equal(after[good.Sku].Id, good.Id));

        await SynchronizeAsync(context, isAsync, given, new() { WholeTable = true, Match = good => good.Sku, Changes = told.Add });
        Assert.Equal((0, 0, 0), (told[1].Inserted.Count, told[1].Updated.Count, told[1].Orphans.Count));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Orphans_that_are_updated_are_told_and_those_that_are_kept_are_not(bool keeps)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Goods(0, 5, count: 1), cancellationToken: Token);
        List<BulkChanges<Good>> told = [];
        Orphans<Good> rule = keeps ? Orphans<Good>.Keep : Orphans<Good>.Update(good => new Good { Count = -1 });
        await context.BulkSynchronizeAsync(Goods(0, 3, count: 1), new() { WholeTable = true, Match = good => good.Sku, Orphans = rule, Changes = told.Add }, Token);
        Assert.Equal(keeps ? 0 : 2, Assert.Single(told).Orphans.Count);
        foreach (IReadOnlyList<object> key in told[0].Orphans)
            Assert.Equal(-1, (await context.Set<Good>().FindAsync([.. key], Token))!.Count);
    }

    [Fact]
    public async Task The_receiver_may_use_the_context_and_what_it_throws_comes_as_it_is()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkSynchronizeAsync(
            Goods(0, 3, count: 1), new() { WholeTable = true, Match = good => good.Sku, Changes = changes => context.BulkInsert(changes.Inserted.Select(good => new Change { GoodId = good.Id }).ToList()) }, Token);
        Assert.Equal(await context.Set<Good>().Select(good => good.Id).Order().ToListAsync(Token), await context.Set<Change>().Select(change => change.GoodId).Order().ToListAsync(Token));

        NotSupportedException thrown = new("from the receiver");
        Assert.Same(thrown, await Assert.ThrowsAsync<NotSupportedException>(
            () => context.BulkSynchronizeAsync(Goods(0, 5, count: 1), new() { WholeTable = true, Match = good => good.Sku, Changes = _ => throw thrown }, Token)));
        Assert.Equal(5, await context.Set<Good>().CountAsync(Token));
    }

    [Fact]
    public async Task A_call_that_fails_tells_nothing_and_one_in_a_transaction_tells_before_its_commit()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkChanges<Good>> told = [];
        List<Good> given = [.. Goods(0, 3, count: 1), new() { Sku = new('x', 300) }];
        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync(given, new() { WholeTable = true, Match = good => good.Sku, Changes = told.Add }, Token));
        Assert.Empty(told);

        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await context.BulkSynchronizeAsync(given[..3], new() { WholeTable = true, Match = good => good.Sku, Changes = told.Add }, Token);
        Assert.Equal(given[..3], Assert.Single(told).Inserted);
        await transaction.RollbackAsync(Token);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM goods"));
    }

    private static Task<BulkResult> SynchronizeAsync(DbContext context, bool isAsync, List<Good> given, BulkSynchronizeOptions<Good> options)
        => isAsync ? context.BulkSynchronizeAsync(given, options, Token) : Task.FromResult(context.BulkSynchronize(given, options));

    private static List<Good> Goods(int from, int rows, int count) => [.. Enumerable.Range(from, rows).Select(i => new Good { Sku = $"{i:D5}", Count = count })];

    private static async Task<Dictionary<string, (int Id, int Count)>> StoredAsync(DbContext context)
        => await context.Set<Good>().AsNoTracking().ToDictionaryAsync(good => good.Sku, good => (good.Id, good.Count), Token);

    private Task<TestDatabase> CreateAsync() => servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Good>(good =>
        {
            good.ToTable("goods").Property(each => each.Sku).HasMaxLength(50);
            good.HasIndex(each => each.Sku).IsUnique();
        });
        model.Entity<Change>();
    });

    private sealed class Good
    {
        public int Id { get; set; }

        public string Sku { get; set; } = "";

        public int Count { get; set; }
    }

    private sealed class Change
    {
        public int Id { get; set; }

        public int GoodId { get; set; }
    }
}
