using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>With <see cref="BulkInsertOptions.IncludeGraph" />, the new entities that rows refer to or hold are stored with them.</summary>
[BothServers]
public abstract class GraphTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Without_it_only_the_rows_are_stored()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Order> rows = Orders(await CustomersAsync(database));
        rows.ForEach(row => row.Customer = null);
        rows.ForEach(row => row.CustomerId = 1);
        BulkResult done = await context.BulkInsertAsync(rows, cancellationToken: Token);
        Assert.Equal(rows.Count, done.RowsInserted);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM `lines`"));
    }

    [Fact]
    public async Task A_stream_and_a_large_graph_are_stored()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        IEnumerable<Order> stream = Enumerable.Range(0, 1_200).Select(i => new Order
        {
            Name = $"{i}",
            Customer = new() { Name = $"new {i}" },
            Lines = [.. Enumerable.Range(0, 3).Select(j => new Line { Text = $"{i}/{j}" })],
        });
        BulkResult done = await context.BulkInsertAsync(stream, new() { IncludeGraph = true }, Token);
        Assert.Equal(1_200 * 5, done.RowsInserted);
        Assert.Equal(BulkStrategy.PreparedMultiRow, done.Strategy);
        Assert.Equal(3_600, await database.CountAsync("SELECT COUNT(*) FROM `lines` l JOIN orders o ON o.Id = l.OrderId WHERE l.Text LIKE CONCAT(o.Name, '/%')"));
        Assert.Equal(1_200, await database.CountAsync("SELECT COUNT(*) FROM orders o JOIN customers c ON c.Id = o.CustomerId WHERE c.Name = CONCAT('new ', o.Name)"));
    }

    [Theory]
    [InlineData(BulkPipelining.Never, true)]
    [InlineData(BulkPipelining.Never, false)]
    [InlineData(BulkPipelining.Always, true)]
    [InlineData(BulkPipelining.Always, false)]
    public async Task Progress_counts_the_rows_of_all_tables(BulkPipelining pipelining, bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkProgress> reports = [];
        List<Order> orders = [.. Enumerable.Range(0, 300).Select(i => new Order { Name = $"{i}", Customer = new() { Name = $"new {i}" }, Lines = [new() { Text = "a" }, new() { Text = "b" }] })];
        IEnumerable<Order> rows = isStream ? orders.Where(_ => true) : orders;

        BulkResult done = await context.BulkInsertAsync(rows, new() { IncludeGraph = true, BatchRows = 50, Pipelining = pipelining, Progress = new ProgressReports(reports) }, Token);

        Assert.Equal((1_200, 1_200), (done.RowsInserted, (int)reports[^1].RowCount));
        Assert.InRange(reports.Count, 3, 1_200 / 50);
        Assert.All(reports.Zip(reports.Skip(1)), pair => Assert.True(pair.First.RowCount < pair.Second.RowCount && pair.First.Elapsed <= pair.Second.Elapsed));
        Assert.All(reports, report => Assert.Equal(isStream ? null : 1_200, report.TotalRowCount));
    }

    private static async Task<List<Customer>> CustomersAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        List<Customer> customers = [.. Enumerable.Range(1, 4).Select(i => new Customer { Name = $"stored {i}" })];
        context.AddRange(customers);
        await context.SaveChangesAsync(Token);
        return customers;
    }

    // Some refer to stored customers, some to new ones, some to one that others refer to as well.
    private static List<Order> Orders(List<Customer> stored)
    {
        Customer shared = new() { Name = "shared" };
        return [.. Enumerable.Range(0, 50).Select(i => new Order
        {
            Name = $"{i}",
            Customer = (i % 3) switch { 0 => stored[i % 4], 1 => shared, _ => new() { Name = $"new {i}" } },
            Lines = [.. Enumerable.Range(0, i % 4).Select(j => new Line { Text = $"{i}/{j}" })],
        })];
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Customer>().ToTable("customers");
        model.Entity<Order>().ToTable("orders").HasOne(o => o.Customer).WithMany().HasForeignKey(o => o.CustomerId);
        model.Entity<Line>().ToTable("lines").HasOne<Order>().WithMany(o => o.Lines).HasForeignKey(l => l.OrderId);
    });

    private sealed class Customer
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Order
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int CustomerId { get; set; }

        public Customer? Customer { get; set; }

        public List<Line> Lines { get; set; } = [];
    }

    private sealed class Line
    {
        public int Id { get; set; }

        public int OrderId { get; set; }

        public string Text { get; set; } = "";
    }
}
