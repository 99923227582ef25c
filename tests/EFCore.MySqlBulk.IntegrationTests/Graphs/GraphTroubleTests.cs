using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>A deadlock, a cancellation or a refused row in the middle of a graph leaves neither a part of it nor a trace in its entities, so that what is sent again, by the call or by the caller, is the whole graph. Its
/// children have keys that the client generates, by which an entity would be taken for stored.</summary>
[BothServers]
public abstract class GraphTroubleTests(Servers servers, ServerKind kind)
{
    private const int Count = 60;

    private const string AllRows =
        "SELECT (SELECT COUNT(*) FROM customers) + (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM `lines`) + (SELECT COUNT(*) FROM products) + (SELECT COUNT(*) FROM details)"
        + " + (SELECT COUNT(*) FROM tags) + (SELECT COUNT(*) FROM order_tags) + (SELECT COUNT(*) FROM categories) + (SELECT COUNT(*) FROM people)";

    private static readonly BulkInsertOptions Whole = new() { IncludeGraph = true };

    public static MatrixTheoryData<int, bool, bool> Deadlocks => new([1, 3, 6], [true, false], [true, false]);

    [Theory]
    [MemberData(nameof(Deadlocks))]
    public async Task A_deadlock_in_the_first_attempt_loses_no_related_entity(int statement, bool retries, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        BeforeStatement trouble = new(statement, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(o => (retries
            ? o.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(10), null)) : o).AddInterceptors(trouble));
        List<Order> orders = Orders();

        BulkResult result = await context.InsertAsync(isAsync, orders, Whole);

        Assert.True(trouble.Seen > statement + 6, $"{trouble.Seen} statements");
        Assert.Equal(await database.CountAsync(AllRows), result.RowsInserted);
        await AssertSavedAsync(database, context, orders);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_call_that_is_cancelled_can_be_made_again(bool isPipelined, bool isJoined)
    {
        await using TestDatabase database = await CreateAsync();
        using CancellationTokenSource cancel = CancellationTokenSource.CreateLinkedTokenSource(Token);
        // The customers and products have been stored by then.
        await using ModelContext context = database.Context(o => _ = isPipelined
            ? o.UseLoggerFactory(new AfterStatement(1, cancel.Cancel)) : o.AddInterceptors(new BeforeStatement(4, _ => cancel.CancelAsync())));
        BulkInsertOptions options = Whole with { Pipelining = isPipelined ? BulkPipelining.Always : BulkPipelining.Never };
        List<Order> orders = Orders();
        List<string> before = GraphDump.InMemory(context, orders, withKeys: true);

        await using (IDbContextTransaction? transaction = await BeginAsync(context, isJoined))
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(orders, options, cancel.Token));
            await CommitAsync(transaction);
        }

        await AssertNothingAsync(database, isJoined);
        Assert.Equal(before, GraphDump.InMemory(context, orders, withKeys: true));
        await context.BulkInsertAsync(orders, options, Token);
        await AssertSavedAsync(database, context, orders);
    }

    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, true, false)]
    [InlineData(true, false, false)]
    [InlineData(false, true, true)]
    [InlineData(false, true, false)]
    [InlineData(false, false, true)]
    public async Task A_call_that_is_refused_can_be_made_again(bool isPipelined, bool isJoined, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        BulkInsertOptions options = Whole with { Pipelining = isPipelined ? BulkPipelining.Always : BulkPipelining.Never };
        List<Order> orders = Orders();
        Line line = orders[^1].Lines[1];
        string name = line.Name;
        line.Name = new('x', 51);
        List<string> before = GraphDump.InMemory(context, orders, withKeys: true);

        await using (IDbContextTransaction? transaction = await BeginAsync(context, isJoined))
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, orders, options));
            Assert.Equal((BulkOutcome.Nothing, false, 1406, Count - 1, "Lines[1]"), (refused.Outcome, refused.TransactionLost, refused.ErrorNumber, refused.RowIndex, refused.RowPath));
            await CommitAsync(transaction);
        }

        await AssertNothingAsync(database, isJoined);
        Assert.Equal(before, GraphDump.InMemory(context, orders, withKeys: true));
        line.Name = name;
        await context.InsertAsync(isAsync, orders, options);
        await AssertSavedAsync(database, context, orders);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_two_steps_away_is_named_by_its_path(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Order> orders = Orders();
        orders[7].Lines = [.. Enumerable.Range(0, 9).Select(i => new Line { Name = $"other line {i}" })];
        orders[7].Lines[7].Product = new() { Name = "too long", Code = new('x', 21) };

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, orders, Whole));

        Assert.Equal((7, "Lines[7].Product", BulkOutcome.Nothing), (refused.RowIndex, refused.RowPath, refused.Outcome));
        await AssertNothingAsync(database, isJoined: false);
    }

    private static List<Order> Orders()
    {
        Tag shared = new() { Name = "shared" };
        return [.. Enumerable.Range(0, Count).Select(i => new Order
        {
            Name = $"order {i}",
            Customer = new() { Name = $"customer {i}" },
            Lines = [new() { Name = $"line {i} a" }, new() { Name = $"line {i} b", Product = new() { Name = $"product {i}", Code = $"{i}", Category = new() { Name = $"category {i}" } } }],
            Detail = new() { Name = $"detail {i}" },
            Tags = [shared, new() { Name = $"tag {i}" }],
            Notes = [new() { Name = $"note {i}", Marks = [new() { Name = $"mark {i}" }] }],
            Address = new() { Name = $"address {i}" },
        })];
    }

    private static async Task<IDbContextTransaction?> BeginAsync(ModelContext context, bool isJoined)
    {
        if (!isJoined)
            return null;
        IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "INSERT INTO tags (Name) VALUES ('mine')");
        return transaction;
    }

    private static Task CommitAsync(IDbContextTransaction? transaction) => transaction?.CommitAsync(Token) ?? Task.CompletedTask;

    // What the caller stored in the transaction itself is taken away again.
    private static async Task AssertNothingAsync(TestDatabase database, bool isJoined)
    {
        Assert.Equal(isJoined ? ["tag|mine"] : [], await GraphDump.StoredAsync(database));
        await database.ExecuteAsync("DELETE FROM tags");
    }

    private async Task AssertSavedAsync(TestDatabase database, ModelContext context, List<Order> orders)
    {
        await using TestDatabase saved = await CreateAsync();
        await using ModelContext saving = saved.Context();
        List<Order> theirs = Orders();
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(database));
        Assert.Equal(GraphDump.InMemory(saving, theirs, withKeys: false), GraphDump.InMemory(context, orders, withKeys: false));
        Assert.Empty(context.ChangeTracker.Entries());
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(GraphModel.Build);
}
