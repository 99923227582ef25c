using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Diagnostics;

/// <summary>Things that SaveChanges does and a bulk call leaves out are reported in the log and in the explanation, and are still left out.</summary>
[BothServers]
public abstract class LeftOutTests(Servers servers, ServerKind kind)
{
    private const string Interceptor = "Bulk operations bypass Stamp, whose code does not run for their rows. Use hooks instead: UseMySqlBulk(o => o.BeforeInsert<…>(…)), BeforeUpdate, BeforeDelete.";

    private const string Lines =
        "BulkInsert stores only the rows it is given: 'Order.Lines' of row 0 holds entities that are not stored. Set IncludeGraph, or insert them in a separate call, once the keys are known.";

    private const string Filter =
        "'Order' has a query filter, which BulkDelete does not apply: it finds rows by their keys, including those that the filter hides.";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Other_work_of_SaveChanges_is_left_out_and_reported(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = database.Context(o => Logging(o, told).AddInterceptors(new Stamp()));

        context.Add(New());
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);
        context.ChangeTracker.Clear();
        Assert.Equal((1, 1, "stamped"), await StoredAsync(database));
        Assert.Equal([], told);

        Order[] orders = [New(), New()];
        BulkExplanation explained = context.ExplainBulkInsert(orders);
        Assert.Equal([Interceptor, Lines], explained.Warnings);
        Assert.Contains($"Warning: {Lines}", explained.ToString(), StringComparison.Ordinal);
        BulkResult done = isAsync ? await context.BulkInsertAsync(orders, cancellationToken: TestContext.Current.CancellationToken) : context.BulkInsert(orders);
        Assert.Equal([Interceptor, Lines], told);
        Assert.Empty(done.Warnings);
        Assert.Equal((3, 1, ""), await StoredAsync(database));

        orders[0].IsGone = true;
        context.BulkUpdate(orders, new() { Update = order => order.IsGone });
        BulkExplanation delete = await context.ExplainBulkDeleteAsync(orders, null, TestContext.Current.CancellationToken);
        Assert.Equal([Interceptor, Filter], delete.Warnings);
        done = isAsync ? await context.BulkDeleteAsync(orders, cancellationToken: TestContext.Current.CancellationToken) : context.BulkDelete(orders);
        Assert.Equal(2, done.RowsDeleted);
        Assert.Equal([Interceptor, Lines, Filter.Replace("BulkDelete", "BulkUpdate", StringComparison.Ordinal)], told);
        Assert.Equal([Interceptor, Filter], context.ExplainBulkDelete(orders).Warnings);
    }

    [Fact]
    public async Task A_context_that_turns_a_warning_into_an_error_stores_nothing()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = database.Context(
            o => Logging(o, told).ConfigureWarnings(warnings => warnings.Throw(BulkEventId.RelatedEntitiesLeftOut)));
        await using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);

        InvalidOperationException failure = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync([New()], cancellationToken: TestContext.Current.CancellationToken));

        Assert.Contains(Lines, failure.Message, StringComparison.Ordinal);
        Assert.StartsWith("BulkInsert ", Assert.Single(told), StringComparison.Ordinal);
        Assert.Equal(1, context.BulkInsert([new Order()]).RowsInserted);
        await transaction.CommitAsync(TestContext.Current.CancellationToken);
        Assert.Equal((1, 0, ""), await StoredAsync(database));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task A_call_that_refuses_to_leave_entities_out_stores_nothing(bool isAsync, bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = database.Context(o => Logging(o, told).UseMySqlBulk(b => b.LeftOutEntities(BulkReaction.Refuse)));
        // It is behind the rows that a warning would look at.
        const int At = 4_321;
        List<Order> orders = [.. Enumerable.Range(0, 5_000).Select(i => i == At ? New() : new())];

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => InsertAsync(null));
        Assert.Equal((At, BulkOutcome.Nothing), (refused.RowIndex, refused.Outcome));
        Assert.Equal(
            $"'Order.Lines' of row {At} holds entities that would not be stored, and LeftOutEntities is Refuse. Set IncludeGraph, or insert them in a separate call, once the keys are known.", refused.Message);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM orders"));
        orders.ForEach(order => order.Id = 0);

        Assert.Equal(5_000, (await InsertAsync(BulkReaction.Ignore)).RowsInserted);
        Assert.DoesNotContain(told, sentence => sentence.Contains("Lines", StringComparison.Ordinal) && !sentence.StartsWith("BulkInsert ", StringComparison.Ordinal));

        async Task<BulkResult> InsertAsync(BulkReaction? reaction)
        {
            BulkInsertOptions options = new() { LeftOutEntities = reaction };
            IEnumerable<Order> rows = isStream ? orders.Select(order => order) : orders;
            return isAsync ? await context.BulkInsertAsync(rows, options, TestContext.Current.CancellationToken) : context.BulkInsert(rows, options);
        }
    }

    [Fact]
    public async Task What_a_call_with_parts_in_several_tables_leaves_out_is_told_and_refused_too()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Order>().ToTable("orders").SplitToTable("stamps", table => table.Property(order => order.Stamp));
            model.Entity<Line>().ToTable("order_lines");
        });
        List<string> told = [];
        await using ModelContext context = database.Context(o => Logging(o, told).UseMySqlBulk());
        Order[] orders = [New(), new()];
        Assert.Equal([Lines], context.ExplainBulkInsert(orders).Warnings);
        await context.BulkInsertAsync(orders, null, TestContext.Current.CancellationToken);
        Assert.Equal([Lines], told);
        orders = [new(), New()];
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(orders, new() { LeftOutEntities = BulkReaction.Refuse }, TestContext.Current.CancellationToken));
        Assert.Equal(1, refused.RowIndex);
        await context.BulkInsertAsync(orders, new() { LeftOutEntities = BulkReaction.Refuse, IncludeGraph = true }, TestContext.Current.CancellationToken);
        Assert.Equal((4, 1), (await database.CountAsync("SELECT COUNT(*) FROM stamps"), await database.CountAsync("SELECT COUNT(*) FROM order_lines")));
    }

    private static Order New() => new() { Lines = { new() } };

    private static DbContextOptionsBuilder Logging(DbContextOptionsBuilder options, List<string> told)
        => options.LogTo(told.Add, ["EFCore.MySqlBulk"], LogLevel.Warning, DbContextLoggerOptions.None);

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Order>().ToTable("orders").HasQueryFilter(order => !order.IsGone);
        model.Entity<Line>().ToTable("order_lines");
    });

    // The number of rows in each table, and the last order's stamp.
    private static async Task<(long, long, string)> StoredAsync(TestDatabase database) => (
        await database.CountAsync("SELECT COUNT(*) FROM orders"),
        await database.CountAsync("SELECT COUNT(*) FROM order_lines"),
        (string)(await database.QueryAsync("SELECT Stamp FROM orders ORDER BY Id DESC LIMIT 1"))[0][0]!);

    private sealed class Stamp : SaveChangesInterceptor
    {
        public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        {
            foreach (Microsoft.EntityFrameworkCore.ChangeTracking.EntityEntry<Order> entry in eventData.Context!.ChangeTracker.Entries<Order>())
                entry.Entity.Stamp = "stamped";
            return new(result);
        }
    }

    private sealed class Order
    {
        public int Id { get; set; }

        public bool IsGone { get; set; }

        public string Stamp { get; set; } = "";

        public List<Line> Lines { get; set; } = [];
    }

    private sealed class Line
    {
        public int Id { get; set; }

        public int OrderId { get; set; }
    }
}
