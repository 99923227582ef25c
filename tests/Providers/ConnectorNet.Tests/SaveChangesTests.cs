using EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>What SaveChanges writes, reads back and refuses.</summary>
public abstract class SaveChangesTests(ServerFixture server)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Generated_keys_come_back_to_each_row()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        List<Product> products = [.. Enumerable.Range(0, 100).Select(i => new Product { Name = $"p{i}" })];
        context.AddRange(products);
        Assert.Equal(100, await context.SaveChangesAsync(Token));

        Dictionary<string, int> stored = await context.Set<Product>().AsNoTracking().ToDictionaryAsync(p => p.Name, p => p.Id, Token);
        Assert.All(products, p => Assert.Equal(stored[p.Name], p.Id));
    }

    [Fact]
    public async Task MariaDb_returns_generated_values_from_the_insert_itself()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        context.AddRange(new Product { Name = "a" }, new Product { Name = "b" });
        await context.SaveChangesAsync(Token);
        Assert.Equal(server.Version is MariaDbServerVersion, database.Statements.Single(s => s.Contains("INSERT")).Contains("RETURNING"));
    }

    [Fact]
    public async Task What_is_mapped_to_JSON_is_stored_read_and_changed_in_part()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, static model => model.Entity<Owner>(owner =>
        {
            owner.OwnsOne(o => o.Main, part => part.ToJson());
            owner.OwnsMany(o => o.Others, part => part.ToJson());
        }));
        await using (ModelContext context = database.Context())
        {
            context.AddRange(
                new Owner { Main = new() { Words = "it's \\ \"ä\" 😀", Number = 1 }, Others = [new() { Words = "a" }, new() { Number = 2 }] },
                new Owner());
            await context.SaveChangesAsync(Token);
        }

        await using (ModelContext context = database.Context())
        {
            List<Owner> owners = await context.Set<Owner>().OrderBy(o => o.Id).ToListAsync(Token);
            Assert.Equal(("it's \\ \"ä\" 😀", 1), (owners[0].Main!.Words, owners[0].Main!.Number));
            Assert.Null(owners[1].Main);
            (owners[0].Main!.Words, owners[0].Others[0].IsOpen, owners[0].Others[1].Number) = ("it's \"new\" \\", true, null);
            await context.SaveChangesAsync(Token);
            owners[0].Others[0].Number = 77;
            await context.SaveChangesAsync(Token);
            Assert.Contains(database.Statements, s => s.Contains("JSON_SET(`Main`, '$.Words', JSON_EXTRACT("));
        }

        await using ModelContext other = database.Context();
        Owner read = await other.Set<Owner>().OrderBy(o => o.Id).FirstAsync(Token);
        Assert.Equal(("it's \"new\" \\", 1), (read.Main!.Words, read.Main.Number));
        Assert.Equal([("a", 77, true), (null, null, false)], read.Others.Select(o => (o.Words, o.Number, o.IsOpen)));
    }

    [Fact]
    public async Task A_key_set_by_hand_is_kept()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        context.AddRange(new Product { Id = 500, Name = "a" }, new Product { Name = "b" });
        context.SaveChanges();
        Assert.Equal([1, 500], await context.Set<Product>().Select(p => p.Id).OrderBy(i => i).ToListAsync(Token));
    }

    [Fact]
    public async Task Defaults_and_computed_columns_come_back()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        Product product = new() { Name = "tea", Price = 2.50m, Stock = 4 };
        context.Add(product);
        await context.SaveChangesAsync(Token);
        Assert.Equal(("new\\'", 10.00m, "#tea"), (product.Status, product.Total, product.Label));
        Assert.NotEqual(default, product.CreatedAt);

        product.Stock = 6;
        await context.SaveChangesAsync(Token);
        Assert.Equal(15.00m, product.Total);
    }

    [Fact]
    public async Task Children_get_the_generated_key_of_their_parent()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        Product product = new() { Name = "tea", Reviews = { new Review { Stars = 3 }, new Review { Stars = 5 } } };
        context.Add(product);
        context.SaveChanges();
        Assert.Equal(2, await context.Set<Review>().CountAsync(r => r.ProductId == product.Id && r.Id > 0, Token));

        context.Remove(product);
        context.SaveChanges();
        Assert.False(await context.Set<Review>().AnyAsync(Token));
    }

    [Fact]
    public async Task A_counter_beside_the_key_comes_back()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        Ticket first = new() { Code = "a" };
        Ticket second = new() { Code = "b" };
        context.AddRange(first, second);
        await context.SaveChangesAsync(Token);
        Assert.Equal((1, 2), (first.Number, second.Number));
    }

    [Fact]
    public async Task Guid_keys_are_made_here_and_ascend()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        List<Account> accounts = [.. Enumerable.Range(0, 50).Select(_ => new Account())];
        context.AddRange(accounts);
        List<string> keys = [.. accounts.Select(a => a.Id.ToString())];
        Assert.Equal(keys.Order(StringComparer.Ordinal), keys);
        Assert.Equal(50, keys.Distinct().Count());
        await context.SaveChangesAsync(Token);
    }

    [Fact]
    public async Task Rows_with_nothing_to_read_back_go_in_one_statement()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        context.AddRange(Enumerable.Range(1, 42).Select(i => new Plain { Id = i, Text = i % 2 == 0 ? null : $"t{i}", Number = i }));
        await context.SaveChangesAsync(Token);
        Assert.Single(database.Statements, s => s.Contains("INSERT"));
        Assert.Equal(1, database.Statements.Single(s => s.Contains("INSERT")).Split("INSERT INTO").Length - 1);
        Assert.Equal(21, await context.Set<Plain>().CountAsync(p => p.Text == null && p.Number == p.Id, Token));
    }

    [Fact]
    public async Task Inserts_updates_and_deletes_share_a_batch()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        List<Plain> rows = [.. Enumerable.Range(1, 9).Select(i => new Plain { Id = i })];
        context.AddRange(rows);
        await context.SaveChangesAsync(Token);
        database.Statements.Clear();
        context.RemoveRange(rows[..3]);
        rows[3..6].ForEach(r => r.Number = 7);
        context.AddRange(new Plain { Id = 20 }, new Plain { Id = 21 }, new Product { Name = "x" });
        Assert.Equal(9, await context.SaveChangesAsync(Token));
        Assert.Single(database.Statements);
        Assert.Equal(8, await context.Set<Plain>().CountAsync(Token));
        Assert.Equal(3, await context.Set<Plain>().CountAsync(r => r.Number == 7, Token));
    }

    [Theory]
    [InlineData(1, 10)]
    [InlineData(4, 3)]
    [InlineData(1000, 1)]
    public async Task MaxBatchSize_is_kept(int size, int batches)
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context(o => o.MaxBatchSize(size));
        context.AddRange(Enumerable.Range(0, 10).Select(i => new Product { Name = $"p{i}" }));
        await context.SaveChangesAsync(Token);
        Assert.Equal(batches, database.Statements.Count(s => s.Contains("INSERT")));
    }

    [Fact]
    public async Task A_row_changed_by_another_is_a_concurrency_failure()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        Account[] accounts = [new(), new(), new()];
        context.AddRange(accounts.AsEnumerable());
        await context.SaveChangesAsync(Token);
        await context.Database.ExecuteSqlAsync($"UPDATE `Accounts` SET `Revision` = 9 WHERE `Id` = {accounts[1].Id}", Token);
        foreach (Account account in accounts)
        {
            account.Balance = 5;
            account.Revision++;
        }

        DbUpdateConcurrencyException failure = await Assert.ThrowsAsync<DbUpdateConcurrencyException>(() => context.SaveChangesAsync(Token));
        Assert.Same(accounts[1], Assert.Single(failure.Entries).Entity);
        Assert.Equal(0, await context.Set<Account>().CountAsync(a => a.Balance == 5, Token));
    }

    [Fact]
    public async Task A_row_version_changes_with_its_row_and_guards_it()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        Account account = new();
        context.Add(account);
        await context.SaveChangesAsync(Token);
        byte[] first = account.Version!;
        account.Balance = 1;
        await context.SaveChangesAsync(Token);
        Assert.NotEqual(first, account.Version);

        await context.Database.ExecuteSqlAsync($"UPDATE `Accounts` SET `Balance` = 2 WHERE `Id` = {account.Id}", Token);
        account.Balance = 3;
        await Assert.ThrowsAsync<DbUpdateConcurrencyException>(() => context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task A_row_that_is_gone_is_a_concurrency_failure()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        context.Remove(new Plain { Id = 1 });
        Assert.Throws<DbUpdateConcurrencyException>(() => context.SaveChanges());
    }

    [Fact]
    public async Task An_update_to_the_same_value_meets_its_row()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        Plain row = new() { Id = 1, Number = 5 };
        context.Add(row);
        await context.SaveChangesAsync(Token);
        context.Entry(row).Property(r => r.Number).IsModified = true;
        Assert.Equal(1, await context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task A_failure_leaves_the_callers_transaction_usable()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        await using var transaction = await context.Database.BeginTransactionAsync(Token);
        context.Add(new Plain { Id = 1 });
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        context.AddRange(new Product { Name = "one" }, new Plain { Id = 2 }, new Plain { Id = 1 });
        await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveChangesAsync(Token));

        context.ChangeTracker.Clear();
        context.Add(new Plain { Id = 3 });
        await context.SaveChangesAsync(Token);
        await transaction.CommitAsync(Token);
        Assert.Equal([1, 3], await context.Set<Plain>().Select(p => p.Id).OrderBy(i => i).ToListAsync(Token));
        Assert.False(await context.Set<Product>().AnyAsync(Token));
    }

    [Fact]
    public async Task A_savepoint_can_be_rolled_back_to()
    {
        await using TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        await using var transaction = await context.Database.BeginTransactionAsync(Token);
        Assert.True(transaction.SupportsSavepoints);
        await transaction.CreateSavepointAsync("before", Token);
        context.Add(new Plain { Id = 1 });
        await context.SaveChangesAsync(Token);
        await transaction.RollbackToSavepointAsync("before", Token);
        await transaction.ReleaseSavepointAsync("before", Token);
        await transaction.CommitAsync(Token);
        Assert.False(await context.Set<Plain>().AnyAsync(Token));
    }
}
