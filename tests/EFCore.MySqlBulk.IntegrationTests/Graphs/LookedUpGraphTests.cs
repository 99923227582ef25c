using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary><c>BulkInsertOrUpdate</c> with <c>IncludeGraph</c> stores a generated graph, part of which is stored already, as <c>SaveChanges</c> stores a tracked one.</summary>
[BothServers]
public abstract class LookedUpGraphTests(Servers servers, ServerKind kind)
{
    private static readonly BulkInsertOrUpdateOptions<Order> Whole = new() { IncludeGraph = true };

    public static TheoryData<int> Seeds => GeneratedGraph.Seeds;

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task A_graph_of_new_entities_is_inserted(int seed)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, []);
        GeneratedGraph mine = new(seed, []);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        saving.AddRange(theirs.Orders);
        await saving.SaveChangesAsync(Token);

        BulkResult result = await RunAsync(context, mine, seed);

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Equal((0, 0), (result.RowsUpdated, result.RowsUnchanged));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public Task A_graph_that_is_stored_in_part_is_inserted_or_updated(int seed) => AreChangedAlikeAsync(seed, 60);

    [Fact]
    public Task Any_graph_that_is_stored_in_part_is_inserted_or_updated() => GeneratedGraph.ForAnyAsync(AreChangedAlikeAsync);

    private async Task AreChangedAlikeAsync(int seed, int most)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        GeneratedGraph theirs = await GeneratedGraph.StoredAsync(saving, seed, most);
        GeneratedGraph mine = await GeneratedGraph.StoredAsync(context, seed, most);
        context.ChangeTracker.Clear();
        Change(theirs, seed);
        Change(mine, seed);
        await saving.SaveChangesAsync(Token);

        await RunAsync(context, mine, seed);

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Equal(0, (await RunAsync(context, mine, seed)).RowsInserted);
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public Task After_a_failure_everything_is_as_before_and_the_call_can_be_made_again(int seed) => FailAndAreChangedAlikeAsync(seed, 60);

    [Fact]
    public Task After_a_failure_of_any_graph_the_call_can_be_made_again() => GeneratedGraph.ForAnyAsync(FailAndAreChangedAlikeAsync);

    private async Task FailAndAreChangedAlikeAsync(int seed, int most)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        GeneratedGraph theirs = await GeneratedGraph.StoredAsync(saving, seed, most);
        GeneratedGraph mine = await GeneratedGraph.StoredAsync(context, seed, most);
        context.ChangeTracker.Clear();
        Change(theirs, seed);
        Change(mine, seed);
        Line last = mine.Orders[^1].Lines[^1];
        await sent.ExecuteAsync("INSERT INTO orders (Name) VALUES ('in the way')", $"INSERT INTO `lines` (Id, Name, OrderId) SELECT UUID(), '{last.Name}', Id FROM orders WHERE Name = 'in the way'");
        List<string> before = GraphDump.InMemory(context, mine.Orders, withKeys: true);
        List<string> rows = await GraphDump.StoredAsync(sent);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, mine, seed));

        Assert.Equal((BulkOutcome.Nothing, 1062), (refused.Outcome, refused.ErrorNumber));
        Assert.Equal((mine.Orders.Count - 1, $"Lines[{mine.Orders[^1].Lines.Count - 1}]"), (refused.RowIndex, refused.RowPath));
        Assert.Equal(before, GraphDump.InMemory(context, mine.Orders, withKeys: true));
        Assert.Equal(rows, await GraphDump.StoredAsync(sent));
        await sent.ExecuteAsync("DELETE l FROM `lines` l JOIN orders o ON o.Id = l.OrderId WHERE o.Name = 'in the way'", "DELETE FROM orders WHERE Name = 'in the way'");
        await RunAsync(context, mine, seed);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task What_the_context_tracks_as_stored_is_left_alone(int seed)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        GeneratedGraph graph = await GeneratedGraph.StoredAsync(context, seed);
        context.ChangeTracker.Clear();
        Customer[] customers = [.. graph.Orders.Select(order => order.Customer).OfType<Customer>().Distinct()];
        foreach (Customer customer in customers)
            context.Entry(customer).State = EntityState.Unchanged;
        Change(graph, seed);
        customers.ToList().ForEach(customer => customer.Name += " not saved");

        await RunAsync(context, graph, seed);

        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal((typeof(Customer), EntityState.Modified), (entry.Entity.GetType(), entry.State)));
        Assert.Equal(customers.Length, context.ChangeTracker.Entries().Count());
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM customers WHERE Name LIKE '%not saved'"));
        Assert.Equal(graph.Orders.Count, await database.CountAsync("SELECT COUNT(*) FROM orders WHERE Name LIKE '%changed'"));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task A_tracked_graph_is_accepted(int seed)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, []);
        GeneratedGraph mine = new(seed, []);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        saving.AddRange(theirs.Orders);
        context.AddRange(mine.Orders);
        await saving.SaveChangesAsync(Token);

        await RunAsync(context, mine, seed);

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(saving.ChangeTracker.Entries().Count(), context.ChangeTracker.Entries().Count());
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task A_tracked_graph_is_tracked_as_before_after_a_failure_and_can_be_stored_again(int seed)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        GeneratedGraph theirs = new(seed, []);
        GeneratedGraph mine = new(seed, []);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        saving.AddRange(theirs.Orders);
        context.AddRange(mine.Orders);
        string blocked = mine.Orders.SelectMany(order => order.Lines).Last().Name;
        await sent.ExecuteAsync("INSERT INTO orders (Name) VALUES ('in the way')", $"INSERT INTO `lines` (Id, Name, OrderId) SELECT UUID(), '{blocked}', Id FROM orders");
        List<string> before = [.. SeenState.Tracked(context)];
        List<string> held = GraphDump.InMemory(context, mine.Orders, withKeys: true);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, mine, seed));

        Assert.Equal((BulkOutcome.Nothing, 1062), (refused.Outcome, refused.ErrorNumber));
        Assert.Equal(before, SeenState.Tracked(context));
        Assert.Equal(held, GraphDump.InMemory(context, mine.Orders, withKeys: true));
        await sent.ExecuteAsync("DELETE FROM `lines`", "DELETE FROM orders");
        await RunAsync(context, mine, seed);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(TrackedGraph.WithoutKeys(saving), TrackedGraph.WithoutKeys(context));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    private static async Task<BulkResult> RunAsync(ModelContext context, GeneratedGraph graph, int seed)
        => seed % 2 == 0 ? await context.BulkInsertOrUpdateAsync(graph.Orders, Whole, Token) : context.BulkInsertOrUpdate(graph.Orders, Whole);

    // Something of every kind is changed or new, and nothing is taken away but what is owned.
    private static void Change(GeneratedGraph graph, int seed)
    {
        int number = 0;
        foreach (Order order in graph.Orders)
        {
            order.Name += " changed";
            order.Lines.ForEach(line => line.Name += " changed");
            order.Lines.Add(new() { Name = $"new line {++number}", Product = order.Lines.Count == 0 ? null : order.Lines[0].Product });
            order.Tags.Add(new() { Name = $"new tag {++number}" });
            if (order.Notes.Count > 0)
                order.Notes.RemoveAt(order.Notes.Count - 1);
            order.Notes.Add(new() { Name = $"new note {++number}", Marks = [new() { Name = $"new mark {++number}" }] });
            order.Detail ??= new() { Name = $"new detail {++number}" };
            if (order.Address is not null)
                order.Address.Name += " changed";
        }

        foreach (Employee employee in graph.Orders.Select(order => order.Customer?.Agent).OfType<Employee>().Distinct())
        {
            employee.Job += " changed";
            employee.Rooms.ForEach(room => room.Size++);
            employee.Rooms.Add(new() { Name = $"new room {++number}", House = "new", Number = number, Size = seed });
        }

        foreach (Category category in graph.Orders.SelectMany(order => order.Lines).Select(line => line.Product?.Category).OfType<Category>().Distinct())
        {
            category.Name += " changed";
            category.Children.Add(new() { Name = $"new category {++number}" });
        }
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(GraphModel.Build);
}
