using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>A graph made from a seed: the same seed gives the same graph, with the same names.</summary>
internal sealed class GeneratedGraph
{
    private readonly Random _random;
    private readonly List<Customer> _stored;
    private readonly List<Customer> _customers = [];
    private readonly List<Tag> _tags = [];
    private readonly List<Product> _products = [];
    private readonly List<Category> _categories = [];
    private readonly List<Employee> _employees = [];
    private int _number;

    /// <param name="seed">The seed.</param>
    /// <param name="stored">Customers that are stored already.</param>
    /// <param name="most">The most orders that it has; the first ones are the same whatever it is.</param>
    public GeneratedGraph(int seed, List<Customer> stored, int most = 60)
    {
        _random = new(seed);
        _stored = stored;
        for (int i = Math.Min(most, _random.Next(1, 60)); i > 0; i--)
            Orders.Add(Order());
    }

    /// <summary>The seeds of a run.</summary>
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, FullRun.IsAsked ? 8 : 2)];

    /// <summary>Checks any graphs, by their seeds and the most orders that they have. One that fails is made as small as it can be.</summary>
    public static Task ForAnyAsync(Func<int, int, Task> check)
    {
        Arbitrary<(int Seed, int Most)> graphs = Arb.From(
            Gen.Choose(1, int.MaxValue - 1).Select(seed => (seed, 60)), graph => Enumerable.Range(1, 6).Select(i => (graph.Item1, graph.Item2 >> i)).Where(smaller => smaller.Item2 > 0).Reverse());
        return Task.Run(() => Check.One(Config.QuickThrowOnFailure.WithMaxTest(FullRun.IsAsked ? 8 : 3), Prop.ForAll(graphs, graph => check(graph.Seed, graph.Most))), TestContext.Current.CancellationToken);
    }

    /// <summary>The rows that are given.</summary>
    public List<Order> Orders { get; } = [];

    /// <summary>Makes a graph and stores it by <c>SaveChanges</c>, so that the context tracks it.</summary>
    public static async Task<GeneratedGraph> StoredAsync(DbContext context, int seed, int most = 60)
    {
        GeneratedGraph graph = new(seed, [], most);
        context.AddRange(graph.Orders);
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);
        return graph;
    }

    private Order Order()
    {
        Order order = new() { Name = Next("order"), Customer = Some(Customer) };
        for (int i = Few(); i > 0; i--)
            order.Lines.Add(new() { Name = Next("line"), Product = Some(Product) });
        for (int i = Few(); i > 0; i--)
            order.Tags.Add(Shared(_tags, () => new() { Name = Next("tag") }));
        for (int i = Few(); i > 0; i--)
            order.Notes.Add(Note());
        order.Detail = Some(() => new Detail { Name = Next("detail") });
        order.Address = Some(() => new Address { Name = Next("address") });
        return order;
    }

    private Customer Customer()
    {
        if (_random.Next(3) == 0 && _stored.Count > 0)
            return _stored[_random.Next(_stored.Count)];
        return Shared(_customers, () => new()
        {
            Name = Next("customer"),
            Agent = Some(Employee),
        });
    }

    private Product Product() => Shared(_products, () =>
    {
        string name = Next("product");
        return new() { Name = name, Code = name, Category = Some(Category) };
    });

    // Some know their parent, some are in its collection.
    private Category Category() => Shared(_categories, () =>
    {
        Category category = new() { Name = Next("category") };
        if (_categories.Count > 0 && _random.Next(3) > 0)
        {
            Category parent = _categories[_random.Next(_categories.Count)];
            if (_random.Next(2) == 0)
                category.Parent = parent;
            else
                parent.Children.Add(category);
        }

        return category;
    });

    private Employee Employee() => Shared(_employees, () =>
    {
        Employee employee = new() { Name = Next("employee"), Job = $"job {_number}", Manager = _employees.Count > 0 ? _employees[_random.Next(_employees.Count)] : null };
        for (int i = Few(); i > 0; i--)
            employee.Rooms.Add(new() { Name = Next("room"), House = $"house {_random.Next(3)}", Number = _number, Size = _random.Next(100) });
        return employee;
    });

    private Note Note()
    {
        Note note = new() { Name = Next("note") };
        for (int i = Few(); i > 0; i--)
            note.Marks.Add(new() { Name = Next("mark") });
        return note;
    }

    private T Shared<T>(List<T> all, Func<T> make)
    {
        if (all.Count > 0 && _random.Next(2) == 0)
            return all[_random.Next(all.Count)];
        T made = make();
        all.Add(made);
        return made;
    }

    private T? Some<T>(Func<T> make)
        where T : class
        => _random.Next(3) > 0 ? make() : null;

    private int Few() => _random.Next(4);

    private string Next(string what) => $"{what} {++_number}";
}
