using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>Generated graphs are stored as <c>SaveChanges</c> stores them: the rows, the entities, the change tracker, after success, after a failure, and after the call made again.</summary>
[BothServers]
public abstract class GeneratedGraphTests(Servers servers, ServerKind kind)
{
    public static TheoryData<int> Seeds => GeneratedGraph.Seeds;

    [Theory]
    [MemberData(nameof(Seeds))]
    public Task A_graph_is_stored(int seed) => AreStoredAlikeAsync(seed, 60);

    [Fact]
    public Task Any_graph_is_stored() => GeneratedGraph.ForAnyAsync(AreStoredAlikeAsync);

    private async Task AreStoredAlikeAsync(int seed, int most)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, await StoreAsync(saved), most);
        GeneratedGraph mine = new(seed, await StoreAsync(sent), most);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        saving.AttachRange(theirs.Orders.Select(order => order.Customer).OfType<Customer>().Where(customer => customer.Id != 0));
        saving.AddRange(theirs.Orders);
        await saving.SaveChangesAsync(Token);

        await context.InsertAsync(seed % 2 == 0, mine.Orders, new() { IncludeGraph = true });

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public Task After_a_failure_everything_is_as_before_and_the_call_can_be_made_again(int seed) => FailAndAreStoredAlikeAsync(seed, 60);

    [Fact]
    public Task After_a_failure_of_any_graph_the_call_can_be_made_again() => GeneratedGraph.ForAnyAsync(FailAndAreStoredAlikeAsync);

    private async Task FailAndAreStoredAlikeAsync(int seed, int most)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, await StoreAsync(saved), most);
        GeneratedGraph mine = new(seed, await StoreAsync(sent), most);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        Line[] lines = [.. mine.Orders.SelectMany(order => order.Lines)];
        string? blocked = lines.Length == 0 ? null : lines[^1].Name;
        if (blocked is not null)
            await sent.ExecuteAsync("INSERT INTO orders (Name) VALUES ('in the way')", $"INSERT INTO `lines` (Id, Name, OrderId) SELECT UUID(), '{blocked}', Id FROM orders");
        List<string> before = GraphDump.InMemory(context, mine.Orders, withKeys: true);
        List<string> rows = await GraphDump.StoredAsync(sent);
        if (blocked is not null)
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(seed % 2 == 0, mine.Orders, new() { IncludeGraph = true }));
            Assert.Equal((BulkOutcome.Nothing, 1062), (refused.Outcome, refused.ErrorNumber));
            Order order = mine.Orders.Single(order => order.Lines.Contains(lines[^1]));
            Assert.Equal((mine.Orders.IndexOf(order), $"Lines[{order.Lines.IndexOf(lines[^1])}]"), (refused.RowIndex, refused.RowPath));
            Assert.Equal(before, GraphDump.InMemory(context, mine.Orders, withKeys: true));
            Assert.Equal(rows, await GraphDump.StoredAsync(sent));
            await sent.ExecuteAsync("DELETE FROM `lines`", "DELETE FROM orders");
        }

        await context.InsertAsync(seed % 2 == 0, mine.Orders, new() { IncludeGraph = true });
        saving.AttachRange(theirs.Orders.Select(order => order.Customer).OfType<Customer>().Where(customer => customer.Id != 0));
        saving.AddRange(theirs.Orders);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task A_tracked_graph_is_stored_and_accepted(int seed)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, await StoreAsync(saved));
        GeneratedGraph mine = new(seed, await StoreAsync(sent));
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        Track(saving, theirs);
        Track(context, mine);

        await saving.SaveChangesAsync(Token);

        await context.InsertAsync(seed % 2 == 0, mine.Orders, new() { IncludeGraph = true });

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
        Assert.Equal(Tracked(saving), Tracked(context));
        Assert.Equal(0, await context.SaveChangesAsync(Token));

        static List<string> Tracked(ModelContext context)
            => [.. context.ChangeTracker.Entries().Select(entry => $"{entry.Metadata.DisplayName()} {(entry.Entity as Named)?.Name} {entry.State} {string.Join(' ', entry.Properties.Select(p => p.IsTemporary))}").Order(StringComparer.Ordinal)];
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task A_tracked_graph_is_tracked_as_before_after_a_failure_and_can_be_stored_again(int seed)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, await StoreAsync(saved));
        GeneratedGraph mine = new(seed, await StoreAsync(sent));
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        Track(saving, theirs);
        Track(context, mine);

        string blocked = mine.Orders.SelectMany(order => order.Lines).Last().Name;
        await sent.ExecuteAsync("INSERT INTO orders (Name) VALUES ('in the way')", $"INSERT INTO `lines` (Id, Name, OrderId) SELECT UUID(), '{blocked}', Id FROM orders");
        List<string> before = [.. SeenState.Tracked(context)];
        List<string> held = GraphDump.InMemory(context, mine.Orders, withKeys: true);
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(seed % 2 == 0, mine.Orders, new() { IncludeGraph = true }));
        Assert.Equal((BulkOutcome.Nothing, 1062), (refused.Outcome, refused.ErrorNumber));
        Assert.Equal(before, SeenState.Tracked(context));
        Assert.Equal(held, GraphDump.InMemory(context, mine.Orders, withKeys: true));
        await sent.ExecuteAsync("DELETE FROM `lines`", "DELETE FROM orders");

        await context.InsertAsync(seed % 2 == 0, mine.Orders, new() { IncludeGraph = true });
        await saving.SaveChangesAsync(Token);

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(TrackedGraph.WithoutKeys(saving), TrackedGraph.WithoutKeys(context));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task What_the_context_tracks_stays_as_it_is(int seed)
    {
        await using TestDatabase database = await CreateAsync();
        List<Customer> stored = await StoreAsync(database);
        GeneratedGraph graph = new(seed, stored);
        await using ModelContext context = database.Context();
        context.AttachRange(stored);
        string[] before = [.. stored.Select(customer => $"{customer.Id} {customer.Name} {customer.Orders.Count}")];

        await context.InsertAsync(seed % 2 == 0, graph.Orders, new() { IncludeGraph = true });

        Assert.Equal(before, stored.Select(customer => $"{customer.Id} {customer.Name} {customer.Orders.Count}"));
        Assert.Equal(stored.Count, context.ChangeTracker.Entries().Count());
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(graph.Orders.Count, await database.CountAsync("SELECT COUNT(*) FROM orders"));
    }

    private static async Task<List<Customer>> StoreAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        List<Customer> customers = [.. Enumerable.Range(1, 4).Select(i => new Customer { Name = $"stored {i}" })];
        context.AddRange(customers);
        await context.SaveChangesAsync(Token);
        return customers;
    }

    private static void Track(ModelContext context, GeneratedGraph graph)
    {
        context.AttachRange(graph.Orders.Select(order => order.Customer).OfType<Customer>().Where(customer => customer.Id != 0));
        context.AddRange(graph.Orders);
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(GraphModel.Build);
}
