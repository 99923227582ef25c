using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Refusals;

/// <summary>A call that must be a mistake is refused with a message that names the option and the property.</summary>
[BothServers]
public abstract class RefusedCallTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Properties_that_cannot_be_written_are_refused_by_name()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Thing> things = await FillAsync(context);
        // What the model does not have, or does not allow, and expressions that name no property.
        Type model = typeof(InvalidOperationException);
        Type argument = typeof(ArgumentException);
        foreach ((Expression<Func<Thing, object?>> properties, Type type, string named) in new (Expression<Func<Thing, object?>>, Type, string)[]
        {
            (t => t.Id, model, "Thing.Id"),
            (t => new { t.Name, t.Id }, model, "Thing.Id"),
            (t => t.Unmapped, model, "Unmapped"),
            (t => t.Sum, model, "Thing.Sum"),
            (t => t.Name + "x", argument, "BulkUpdateOptions.Update"),
            (t => new { Length = t.Name.Length }, model, "Name.Length"),
            (t => 5, argument, "BulkUpdateOptions.Update"),
            (t => t, argument, "BulkUpdateOptions.Update"),
        })
        {
            Exception refused = await Assert.ThrowsAsync(type, () => context.BulkUpdateAsync(things, new() { Update = properties }));
            Assert.Contains(named, refused.Message, StringComparison.Ordinal);
        }

        await AssertUntouchedAsync(database);
    }

    [Fact]
    public async Task A_strategy_that_cannot_do_the_job_is_refused_with_the_reason()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Thing> things = await FillAsync(context);
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.ValuesJoin, BulkStrategy.PreparedValuesJoin, BulkStrategy.KeyList, BulkStrategy.None, (BulkStrategy)99])
            await AssertRefusedAsync(strategy, () => context.BulkInsertAsync([new Thing(), new()], new() { Strategy = strategy }));
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow, BulkStrategy.KeyList, BulkStrategy.None])
            await AssertRefusedAsync(strategy, () => context.BulkUpdateAsync(things, new() { Strategy = strategy }));
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.MultiRowValues, BulkStrategy.PreparedMultiRow, BulkStrategy.None])
            await AssertRefusedAsync(strategy, () => context.BulkDeleteAsync(things, new() { Strategy = strategy }));
        if (kind == ServerKind.MariaDb)
            await AssertRefusedAsync(BulkStrategy.PreparedValuesJoin, () => context.BulkUpdateAsync(things, new() { Strategy = BulkStrategy.PreparedValuesJoin }));
        await AssertUntouchedAsync(database);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public async Task A_batch_of_no_rows_is_refused(int batchRows)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        ArgumentException refused = await Assert.ThrowsAsync<ArgumentException>(() => context.BulkInsertAsync([new Thing()], new() { BatchRows = batchRows }));
        Assert.Contains("BatchRows", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, await context.Set<Thing>().CountAsync());
    }

    [Fact]
    public async Task A_timeout_of_no_time_is_refused()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        ArgumentException refused = await Assert.ThrowsAsync<ArgumentException>(() => context.BulkInsertAsync([new Thing()], new() { Timeout = TimeSpan.Zero }));
        Assert.Contains("Timeout", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Keys_of_another_type_are_refused_by_the_names_of_the_keys_properties()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await FillAsync(context);
        InvalidOperationException[] refusals =
        [
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync(["1"])),
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([Guid.Empty])),
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([(1, 1)])),
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Thing>().BulkDeleteByKeyAsync([true])),
        ];
        Assert.All(refusals, refusal => Assert.Contains("Int32 Id", refusal.Message, StringComparison.Ordinal));
        await AssertUntouchedAsync(database);
    }

    [Fact]
    public async Task Null_is_neither_a_context_nor_a_list()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await Assert.ThrowsAsync<ArgumentNullException>(() => context.BulkInsertAsync((IEnumerable<Thing>)null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => context.BulkUpdateAsync((IAsyncEnumerable<Thing>)null!));
        await Assert.ThrowsAsync<ArgumentNullException>(() => ((DbContext)null!).BulkDeleteAsync([new Thing()]));
    }

    private static async Task AssertRefusedAsync(BulkStrategy strategy, Func<Task> call)
    {
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(call);
        Assert.Contains(strategy.ToString(), refused.Message, StringComparison.Ordinal);
    }

    private static async Task<List<Thing>> FillAsync(ModelContext context)
    {
        List<Thing> things = [new() { Name = "before" }, new() { Name = "before" }];
        await context.BulkInsertAsync(things);
        things.ForEach(t => t.Name = "after");
        return things;
    }

    private static async Task AssertUntouchedAsync(TestDatabase database)
    {
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM things WHERE Name = 'before'"));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM things"));
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Thing>(entity =>
    {
        entity.ToTable("things").Ignore(t => t.Unmapped);
        entity.Property(t => t.Sum).HasComputedColumnSql("1 + 1", stored: true);
    }));

    private sealed class Thing
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Sum { get; set; }

        public int Unmapped { get; set; }
    }
}
