using System.Transactions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;
using Microsoft.Extensions.DependencyInjection;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>Settings of the context, its transaction and its session decide whether <c>SaveChanges</c> sends in bulk, never whether it works.</summary>
[BothServers]
public abstract class SaveSettingTests(Servers servers, ServerKind kind)
{
    private const int Rows = 30;

    [Fact]
    public async Task A_transaction_of_the_caller_decides_what_is_stored()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            context.AddRange(New());
            await context.BulkSaveChangesAsync(Token);
            await transaction.RollbackAsync(Token);
        }

        Assert.Equal(0, await CountAsync(database));
        context.ChangeTracker.Clear();
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            context.AddRange(New());
            await context.BulkSaveChangesAsync(Token);
            await transaction.CommitAsync(Token);
        }

        Assert.Equal(Rows, await CountAsync(database));
    }

    [Theory]
    [InlineData(AutoTransactionBehavior.Never, false)]
    [InlineData(AutoTransactionBehavior.Always, true)]
    [InlineData(AutoTransactionBehavior.WhenNeeded, true)]
    public async Task Without_a_transaction_the_providers_own_batches_save(AutoTransactionBehavior behavior, bool isBulk)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        context.Database.AutoTransactionBehavior = behavior;
        context.AddRange(New());
        await ExplainedAsync(context, isBulk ? null : "AutoTransactionBehavior.Never");
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));
        Assert.Equal(Rows, await CountAsync(database));
    }

    [Fact]
    public async Task Without_savepoints_the_providers_own_batches_save()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        context.Database.AutoSavepointsEnabled = false;
        context.AddRange(New());
        await ExplainedAsync(context, "AutoSavepointsEnabled");
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));
        Assert.Equal(Rows, await CountAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_a_TransactionScope_the_providers_own_batches_save(bool completes)
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext context = database.Context(o => o.UseMySqlBulk()))
        {
            using TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
            context.AddRange(New());
            await ExplainedAsync(context, "ambient transaction");
            Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));
            if (completes)
                scope.Complete();
        }

        Assert.Equal(completes ? Rows : 0, await CountAsync(database));
    }

    [Fact]
    public async Task A_session_that_is_not_strict_stores_what_SaveChanges_stores()
    {
        List<string> plain = await LaxAsync(isBulk: false);
        Assert.Equal(Rows, plain.Count);
        Assert.Contains(plain, row => row.EndsWith("|1234567890", StringComparison.Ordinal));
        Assert.Equal(plain, await LaxAsync(isBulk: true));
    }

    [Fact]
    public async Task Keys_that_are_several_apart_reach_their_rows()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION auto_increment_increment = 7");
        List<Item> items = New();
        context.AddRange(items);
        await context.BulkSaveChangesAsync(Token);
        Assert.Equal(7, items[1].Id - items[0].Id);
        Assert.Equal(
            items.Select(item => $"{item.Id}|{item.Name}"),
            (await database.QueryAsync("SELECT Id, Name FROM items ORDER BY Id")).Select(row => string.Join('|', row)));
    }

    [Fact]
    public async Task Keys_that_a_trigger_sets_reach_their_rows()
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync("CREATE TRIGGER set_key BEFORE INSERT ON items FOR EACH ROW SET NEW.Id = 1000 - CAST(NEW.Name AS SIGNED)");
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Item> items = New();
        context.AddRange(items);
        await context.BulkSaveChangesAsync(Token);
        Assert.Equal(Enumerable.Range(0, Rows).Select(i => 1000 - i), items.Select(item => item.Id));
        Assert.Equal(Rows, await CountAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_does_not_matter_whether_the_provider_comes_first(bool providerFirst)
    {
        await using TestDatabase database = await CreateAsync();
        DbContextOptionsBuilder options = new DbContextOptionsBuilder().AllowManyServices();
        if (!providerFirst)
            options.UseMySqlBulk(b => b.BulkSaveChanges());
        options.UseMySql(database.ConnectionString, database.Server.Version);
        if (providerFirst)
            options.UseMySqlBulk(b => b.BulkSaveChanges());
        SeenSaves seen = new();
        await using ModelContext context = new(options.AddInterceptors(seen).Options, Model);
        context.AddRange(New());
        await context.SaveChangesAsync(Token);
        Assert.Equal(1, seen.Count("INSERT"));
        Assert.Equal(Rows, await CountAsync(database));
    }

    [Fact]
    public async Task A_context_from_a_pool_saves_in_bulk_only_when_it_is_told_to()
    {
        await using TestDatabase database = await CreateAsync();
        SeenSaves seen = new();
        await using ServiceProvider services = new ServiceCollection()
            .AddDbContextPool<PooledContext>(o => o.AllowManyServices().UseMySql(database.ConnectionString, database.Server.Version).UseMySqlBulk().AddInterceptors(seen), poolSize: 1)
            .BuildServiceProvider();
        foreach (bool isBulk in (bool[])[true, false, true])
        {
            await using AsyncServiceScope scope = services.CreateAsyncScope();
            PooledContext context = scope.ServiceProvider.GetRequiredService<PooledContext>();
            context.AddRange(New());
            seen.Commands.Clear();
            await context.SaveAsync(isBulk, isAsync: true, Token);
            Assert.Equal(isBulk, seen.Commands.Any(text => text.Contains("SAVEPOINT mysqlbulk", StringComparison.Ordinal)));
        }

        Assert.Equal(3 * Rows, await CountAsync(database));
    }

    [Fact]
    public async Task A_replaced_batch_factory_is_reported()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk().ReplaceService<IModificationCommandBatchFactory, OtherFactory>());
        InvalidOperationException thrown = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSaveChangesAsync(Token));
        Assert.Contains("ReplaceService", thrown.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Services_of_the_applications_own_are_refused()
    {
        using ServiceProvider services = new ServiceCollection().BuildServiceProvider();
        DbContextOptionsBuilder options = new DbContextOptionsBuilder()
            .AllowManyServices()
            .UseMySql("Server=localhost", new MySqlServerVersion(new Version(8, 0)))
            .UseMySqlBulk(b => b.BulkSaveChanges())
            .UseInternalServiceProvider(services);
        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(() => new ModelContext(options.Options, Model));
        Assert.Contains("UseInternalServiceProvider", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_would_be_sent_is_explained_and_nothing_is_stored()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        Assert.Empty((await context.ExplainSaveChangesAsync(Token)).Steps);
        List<Item> items = New();
        context.AddRange(items);
        BulkSaveStep insert = Assert.Single(context.ExplainSaveChanges().Steps);
        Assert.Equal((EntityState.Added, Rows, BulkStrategy.MultiRowValues), (insert.State!.Value, insert.RowCount, insert.Strategy));
        Assert.Equal(["items"], insert.Tables);
        Assert.StartsWith("INSERT INTO `items`", insert.FirstStatement, StringComparison.Ordinal);
        Assert.Equal(0, await CountAsync(database));
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Added, entry.State));

        await context.BulkSaveChangesAsync(Token);
        context.Remove(items[0]);
        items.Skip(1).ToList().ForEach(item => item.Name += "x");
        Assert.Equal(
            [(EntityState.Deleted, 1, BulkStrategy.None), (EntityState.Modified, Rows - 1, BulkStrategy.ValuesJoin)],
            (await context.ExplainSaveChangesAsync(Token)).Steps.Select(step => (step.State!.Value, step.RowCount, step.Strategy)).Order());
    }

    private async Task<List<string>> LaxAsync(bool isBulk)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode = ''");
        List<Item> items = New();
        items[4].Name = "1234567890 is cut";
        context.AddRange(items);
        await context.SaveAsync(isBulk, isAsync: true, Token);
        return [.. (await database.QueryAsync("SELECT Id, Name FROM items ORDER BY Id")).Select(row => string.Join('|', row))];
    }

    private static async Task ExplainedAsync(ModelContext context, string? obstacle)
    {
        BulkSaveStep step = Assert.Single((await context.ExplainSaveChangesAsync(Token)).Steps);
        Assert.Equal(obstacle is null, step.Strategy != BulkStrategy.None);
        Assert.Contains(obstacle ?? "literals", step.Reason, StringComparison.Ordinal);
    }

    private static List<Item> New() => [.. Enumerable.Range(0, Rows).Select(i => new Item { Name = $"{i}" })];

    private static Task<long> CountAsync(TestDatabase database) => database.CountAsync("SELECT COUNT(*) FROM items");

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(Model);

    private static void Model(ModelBuilder model) => model.Entity<Item>().ToTable("items").Property(item => item.Name).HasMaxLength(10);

    private sealed class Item
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class PooledContext(DbContextOptions<PooledContext> options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => Model(modelBuilder);
    }

    private sealed class OtherFactory : IModificationCommandBatchFactory
    {
        public ModificationCommandBatch Create() => throw new NotSupportedException();
    }
}
