using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary><c>BulkSynchronize</c> with <c>IncludeGraph</c> stores what was added to, changed in and taken out of a generated graph as <c>SaveChanges</c> does with a tracked one.</summary>
[BothServers]
public abstract class SynchronizedGraphTests(Servers servers, ServerKind kind)
{
    private static readonly BulkSynchronizeOptions<Order> Whole = new() { WholeTable = true, AllowEmpty = true, IncludeGraph = true };

    public static TheoryData<int> Seeds => GeneratedGraph.Seeds;

    [Theory]
    [MemberData(nameof(Seeds))]
    public Task Collections_are_what_their_parents_hold(int seed) => AreSynchronizedAlikeAsync(seed, 60);

    [Fact]
    public Task Collections_of_any_graph_are_what_their_parents_hold() => GeneratedGraph.ForAnyAsync(AreSynchronizedAlikeAsync);

    private async Task AreSynchronizedAlikeAsync(int seed, int most)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        GeneratedGraph theirs = await GeneratedGraph.StoredAsync(saving, seed, most);
        GeneratedGraph mine = await GeneratedGraph.StoredAsync(context, seed, most);
        context.ChangeTracker.Clear();
        saving.RemoveRange(Change(theirs));
        Change(mine);
        await saving.SaveChangesAsync(Token);

        await RunAsync(context, mine.Orders, seed);

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
        Assert.Empty(context.ChangeTracker.Entries());
        BulkResult again = await RunAsync(context, mine.Orders, seed);
        Assert.Equal((0, 0, 0), (again.RowsInserted, again.RowsOrphaned, again.RowsDeleted));
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public Task After_a_failure_everything_is_as_before_and_the_call_can_be_made_again(int seed) => FailAndAreSynchronizedAlikeAsync(seed, 60);

    [Fact]
    public Task After_a_failure_of_any_graph_the_call_can_be_made_again() => GeneratedGraph.ForAnyAsync(FailAndAreSynchronizedAlikeAsync);

    private async Task FailAndAreSynchronizedAlikeAsync(int seed, int most)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        GeneratedGraph theirs = await GeneratedGraph.StoredAsync(saving, seed, most);
        GeneratedGraph mine = await GeneratedGraph.StoredAsync(context, seed, most);
        context.ChangeTracker.Clear();
        saving.RemoveRange(Change(theirs));
        Change(mine);
        Line last = mine.Orders[^1].Lines[^1];
        last.Name = new('x', 51);
        List<string> before = GraphDump.InMemory(context, mine.Orders, withKeys: true);
        List<string> rows = await GraphDump.StoredAsync(sent);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, mine.Orders, seed));

        Assert.Equal((BulkOutcome.Nothing, 1406), (refused.Outcome, refused.ErrorNumber));
        Assert.Equal((mine.Orders.Count - 1, $"Lines[{mine.Orders[^1].Lines.Count - 1}]"), (refused.RowIndex, refused.RowPath));
        Assert.Equal(before, GraphDump.InMemory(context, mine.Orders, withKeys: true));
        Assert.Equal(rows, await GraphDump.StoredAsync(sent));
        last.Name = theirs.Orders[^1].Lines[^1].Name;
        await RunAsync(context, mine.Orders, seed);
        await saving.SaveChangesAsync(Token);
        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        Assert.Equal(GraphDump.InMemory(saving, theirs.Orders, withKeys: false), GraphDump.InMemory(context, mine.Orders, withKeys: false));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task A_collection_that_is_null_or_of_a_tracked_entity_says_nothing(int seed)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        GeneratedGraph graph = await GeneratedGraph.StoredAsync(context, seed);
        List<string> rows = await GraphDump.StoredAsync(database);
        // Orders that the context tracks, and others that have only been given their columns.
        List<Order> orders = [];
        foreach (Order order in graph.Orders)
        {
            order.Customer = null;
            if (orders.Count % 2 == 0)
            {
                order.Lines = [];
                order.Tags = [];
                orders.Add(order);
            }
            else
            {
                orders.Add(new() { Id = order.Id, Name = order.Name, CustomerId = order.CustomerId, Lines = null!, Tags = null!, Notes = null!, Address = order.Address is null ? null : new() { Name = order.Address.Name } });
            }
        }

        context.ChangeTracker.Clear();
        context.ChangeTracker.AutoDetectChangesEnabled = false;
        for (int i = 0; i < orders.Count; i += 2)
            context.Entry(orders[i]).State = EntityState.Unchanged;

        await RunAsync(context, orders, seed);

        Assert.Equal(rows, await GraphDump.StoredAsync(database));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task What_is_only_referred_to_keeps_what_it_has(int seed)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        GeneratedGraph graph = await GeneratedGraph.StoredAsync(context, seed);
        List<string> rows = await GraphDump.StoredAsync(database);
        context.ChangeTracker.Clear();
        foreach (Employee employee in graph.Orders.Select(order => order.Customer?.Agent).OfType<Employee>())
        {
            employee.Rooms.Clear();
            employee.Staff.Clear();
        }

        foreach (Category category in graph.Orders.SelectMany(order => order.Lines).Select(line => line.Product?.Category).OfType<Category>())
        {
            category.Children.Clear();
            category.Products.Clear();
        }

        BulkResult result = await RunAsync(context, graph.Orders, seed);

        Assert.Equal(rows, await GraphDump.StoredAsync(database));
        Assert.Equal((0, 0, 0), (result.RowsInserted, result.RowsUpdated, result.RowsOrphaned));
    }

    [Fact]
    public async Task Rows_move_between_parents_and_out_of_one_that_is_deleted()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Order> orders = [.. Enumerable.Range(0, 3).Select(i => new Order { Name = $"order {i}", Lines = [new() { Name = $"line {i}a" }, new() { Name = $"line {i}b" }] })];
        context.AddRange(orders);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        orders[1].Lines.Add(orders[0].Lines[0]);
        orders[0].Lines.RemoveAt(0);
        orders[0].Lines.AddRange(orders[2].Lines);
        Guid[] ids = [.. orders.Take(2).SelectMany(order => order.Lines).Select(line => line.Id)];

        BulkResult result = await context.BulkSynchronizeAsync(orders.Take(2), Whole, Token);

        Assert.Equal(["line 0b|order 0", "line 2a|order 0", "line 2b|order 0", "line 0a|order 1", "line 1a|order 1", "line 1b|order 1"],
            (await database.QueryAsync("SELECT l.Name, o.Name FROM `lines` l JOIN orders o ON o.Id = l.OrderId ORDER BY o.Name, l.Name")).Select(row => $"{row[0]}|{row[1]}"));
        Assert.Equal((0, 3, 1, 1), (result.RowsInserted, result.RowsUpdated, result.RowsOrphaned, result.RowsDeleted));
        Assert.Equal(ids.Order(), orders.Take(2).SelectMany(order => order.Lines).Select(line => line.Id).Order());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Missing_rows_are_kept_if_that_is_asked_for(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Order> orders = [new() { Name = "one", Lines = [new() { Name = "a" }, new() { Name = "b" }], Tags = [new() { Name = "t" }] }, new() { Name = "two" }];
        context.AddRange(orders);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        orders[0].Lines.RemoveAt(0);
        orders[0].Tags.Clear();
        BulkSynchronizeOptions<Order> keep = Whole with { Orphans = Orphans<Order>.Keep };

        BulkResult result = isAsync ? await context.BulkSynchronizeAsync(orders.Take(1), keep, Token) : context.BulkSynchronize(orders.Take(1), keep);

        Assert.Equal((1, 0), (result.RowsOrphaned, result.RowsDeleted));
        Assert.Equal((2, 2, 1), (await database.CountAsync("SELECT COUNT(*) FROM `lines`"), await database.CountAsync("SELECT COUNT(*) FROM orders"), await database.CountAsync("SELECT COUNT(*) FROM order_tags")));
    }

    [Fact]
    public async Task A_dependent_that_can_be_without_its_parent_only_loses_it()
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Person>[] both = [People(), People()];
        saving.AddRange(both[0]);
        context.AddRange(both[1]);
        await saving.SaveChangesAsync(Token);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        foreach (List<Person> people in both)
        {
            people[0].Rooms.RemoveAt(0);
            people[1].Rooms.Add(new() { Name = "new", House = "b", Number = 9, Size = 3 });
            ((Employee)people[1]).Job = "cook";
        }

        saving.Remove(both[0][2]);
        await saving.SaveChangesAsync(Token);

        BulkResult result = await context.BulkSynchronizeAsync(both[1].Take(2), new() { WholeTable = true, IncludeGraph = true }, Token);

        Assert.Equal(await GraphDump.StoredAsync(saved), await GraphDump.StoredAsync(sent));
        // The job is in a further table.
        Assert.Equal((1, 0, 2, 1, 1), (result.RowsInserted, result.RowsUpdated, result.RowsOrphaned, result.RowsDeleted, result.RowsMarked));

        static List<Person> People() =>
        [
            new() { Name = "one", Rooms = [new() { Name = "r1", House = "a", Number = 1, Size = 1 }, new() { Name = "r2", House = "a", Number = 2, Size = 2 }] },
            new Employee { Name = "two", Job = "smith" },
            new Employee { Name = "three", Job = "judge" },
        ];
    }

    [Fact]
    public async Task Entities_in_several_tables_are_synchronized()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Person> people = [new() { Name = "one" }, new Employee { Name = "two", Job = "smith" }, new Employee { Name = "three", Job = "judge" }, new() { Name = "four" }, new Employee { Name = "five", Job = "same" }];
        List<Room> rooms = [.. Enumerable.Range(1, 4).Select(i => new Room { Name = $"room {i}", House = "a", Number = i, Size = i })];
        context.AddRange(people);
        context.AddRange(rooms);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        people[0].Name = "one changed";
        ((Employee)people[1]).Job = "cook";
        rooms[0].Size = 10;
        rooms[1].Name = "room changed";

        BulkResult ofPeople = await context.BulkSynchronizeAsync([people[0], people[1], people[4], new Employee { Name = "six", Job = "new" }], new() { WholeTable = true }, Token);
        BulkResult ofRooms = await context.BulkSynchronizeAsync(rooms.Take(3), new() { Scope = q => q.Where(room => room.House == "a") }, Token);

        // An entity counts as changed by what is in its first table.
        Assert.Equal((1, 1, 2, 2, 2), (ofPeople.RowsInserted, ofPeople.RowsUpdated, ofPeople.RowsUnchanged, ofPeople.RowsOrphaned, ofPeople.RowsDeleted));
        Assert.Equal((0, 1, 2, 1, 1), (ofRooms.RowsInserted, ofRooms.RowsUpdated, ofRooms.RowsUnchanged, ofRooms.RowsOrphaned, ofRooms.RowsDeleted));
        Assert.Equal(["five|same", "one changed|", "six|new", "two|cook"],
            (await database.QueryAsync("SELECT p.Name, e.Job FROM people p LEFT JOIN employees e ON e.Id = p.Id ORDER BY p.Name")).Select(row => $"{row[0]}|{row[1]}"));
        Assert.Equal(["room 1|10", "room changed|2", "room 3|3"],
            (await database.QueryAsync("SELECT r.Name, s.Size FROM rooms r JOIN room_sizes s ON s.House = r.House AND s.Number = r.Number ORDER BY r.Number")).Select(row => $"{row[0]}|{row[1]}"));
        Assert.Equal((3, 3), (await database.CountAsync("SELECT COUNT(*) FROM employees"), await database.CountAsync("SELECT COUNT(*) FROM room_sizes")));
    }

    [Fact]
    public async Task A_collection_of_which_a_query_filter_may_hide_rows_is_refused()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            GraphModel.Build(model);
            model.Entity<Line>().HasQueryFilter(line => line.Name != "hidden");
        });
        await using ModelContext context = database.Context();
        List<Order> orders = [new() { Name = "one", Lines = [new() { Name = "hidden" }, new() { Name = "shown" }] }];
        context.AddRange(orders);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        orders[0].Lines.RemoveAt(0);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync(orders, Whole, Token));
        BulkExplanation explained = await context.ExplainBulkSynchronizeAsync(orders, Whole with { Orphans = Orphans<Order>.Keep }, Token);
        await context.BulkSynchronizeAsync(orders, Whole with { Orphans = Orphans<Order>.Keep }, Token);

        Assert.Contains("has a query filter", refused.Message, StringComparison.Ordinal);
        Assert.Contains(explained.Warnings, warning => warning.StartsWith("'Line' has a query filter, which BulkSynchronize does not apply", StringComparison.Ordinal));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM `lines`"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_entities_in_several_tables_are_synchronized_and_accepted(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Person> people = [new() { Name = "one" }, new Employee { Name = "two", Job = "smith" }, new Employee { Name = "three", Job = "judge" }];
        context.AddRange(people);
        await context.SaveChangesAsync(Token);
        Employee added = new() { Name = "new", Job = "new" };
        context.Add(added);
        ((Employee)people[1]).Job = "cook";
        BulkSynchronizeOptions<Person> whole = new() { WholeTable = true };
        List<Person> given = [people[0], people[1], added];

        BulkResult result = isAsync ? await context.BulkSynchronizeAsync(given, whole, Token) : context.BulkSynchronize(given, whole);

        Assert.Equal((1, 1), (result.RowsInserted, result.RowsDeleted));
        Assert.Equal(["new|new", "one|", "two|cook"], (await database.QueryAsync("SELECT p.Name, e.Job FROM people p LEFT JOIN employees e ON e.Id = p.Id ORDER BY p.Name")).Select(row => $"{row[0]}|{row[1]}"));
        Assert.Equal(3, context.ChangeTracker.Entries().Count());
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    private static async Task<BulkResult> RunAsync(ModelContext context, List<Order> orders, int seed)
        => seed % 2 == 0 ? await context.BulkSynchronizeAsync(orders, Whole, Token) : context.BulkSynchronize(orders, Whole);

    // Returns the orders that are taken away.
    private static List<Order> Change(GeneratedGraph graph)
    {
        int number = 0;
        List<Order> gone = [.. graph.Orders.Where((_, i) => i % 4 == 3)];
        graph.Orders.RemoveAll(gone.Contains);
        foreach (Order order in gone)
        {
            order.Customer?.Orders.Remove(order);
            foreach (Tag tag in order.Tags)
                tag.Orders.Remove(order);
        }

        foreach (Order order in graph.Orders)
        {
            order.Name += " changed";
            foreach (Line line in order.Lines.Where((_, i) => i % 2 == 0).ToArray())
                order.Lines.Remove(line);
            order.Lines.ForEach(line => line.Name += " changed");
            order.Lines.Add(new() { Name = $"new line {++number}" });
            foreach (Tag tag in order.Tags.Where((_, i) => i % 2 == 0).ToArray())
            {
                order.Tags.Remove(tag);
                tag.Orders.Remove(order);
            }

            order.Tags.Add(new() { Name = $"new tag {++number}" });
            order.Notes.Clear();
            order.Detail ??= new() { Name = $"new detail {++number}" };
            order.Detail.Name += " changed";
        }

        return gone;
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(GraphModel.Build);
}
