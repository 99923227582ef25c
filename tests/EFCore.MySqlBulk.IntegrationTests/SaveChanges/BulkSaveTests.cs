using System.ComponentModel.DataAnnotations;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>The same changes, saved by <c>SaveChanges</c> as it is and in bulk, leave the same rows, entities and tracked states.</summary>
[BothServers]
public abstract class BulkSaveTests(Servers servers, ServerKind kind)
{
    private const int Orders = 40;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_graph_is_inserted_updated_and_deleted_as_SaveChanges_does_it(bool isAsync)
    {
        List<string> plain = await RunAsync(isBulk: false, isAsync);
        List<string> bulk = await RunAsync(isBulk: true, isAsync);
        Assert.True(plain.Count > 600, $"{plain.Count} lines compared");
        Assert.Equal(plain, bulk);
    }

    [Fact]
    public async Task Neighbouring_rows_share_statements()
    {
        await using TestDatabase database = await CreateAsync();
        SeenSaves seen = new();
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BulkSaveChanges()).AddInterceptors(seen));
        List<Order> orders = Graph();
        context.AddRange(orders);
        await context.SaveChangesAsync(Token);
        Assert.Equal(2, seen.Count("INSERT"));
        orders.ForEach(order => order.Name += "!");
        await context.SaveChangesAsync(Token);
        Assert.Equal(1, seen.Count("UPDATE"));
        context.RemoveRange(orders.SelectMany(order => order.Lines).ToArray());
        context.RemoveRange(orders);
        await context.SaveChangesAsync(Token);
        Assert.Equal(2, seen.Count("DELETE"));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM `lines`"));
    }

    [Fact]
    public async Task A_context_without_UseMySqlBulk_is_told_what_to_add()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        InvalidOperationException thrown = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSaveChangesAsync(Token));
        Assert.Contains("add it after UseMySql(…)", thrown.Message, StringComparison.Ordinal);
    }

    private async Task<List<string>> RunAsync(bool isBulk, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<string> seen = [];
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Order> orders = Graph();
        context.AddRange(orders);
        await SaveAsync();
        foreach (Order order in orders)
        {
            order.Name += "'\\";
            order.Lines[0].Amount++;
        }

        orders[3].Name = "only name";
        context.Remove(orders[5].Lines[1]);
        orders.Add(new() { Name = "late", Lines = [new() { Amount = 9 }] });
        context.Add(orders[^1]);
        await SaveAsync();
        context.RemoveRange(orders.Take(Orders / 2));
        await SaveAsync();
        return seen;

        async Task SaveAsync()
        {
            seen.Add($"entries {await context.SaveAsync(isBulk, isAsync, Token)}");
            seen.AddRange(orders.Select(order => Shown(context, order)));
            seen.AddRange(orders.SelectMany(order => order.Lines).Select(line => Shown(context, line)));
            foreach (object?[] row in await database.QueryAsync("SELECT Id, HEX(Name), Kind, Twice FROM orders ORDER BY Id"))
                seen.Add(string.Join('|', row));
            foreach (object?[] row in await database.QueryAsync("SELECT * FROM `lines` ORDER BY Id"))
                seen.Add(string.Join('|', row));
        }
    }

    private static string Shown(DbContext context, object entity)
    {
        EntityEntry entry = context.Entry(entity);
        IEnumerable<string> values = entry.Properties.Where(p => p.Metadata.Name != "Version")
            .Select(p => $"{p.Metadata.Name}={p.CurrentValue}/{p.OriginalValue}/{p.IsModified}/{p.IsTemporary}");
        return $"{entry.Metadata.DisplayName()} {entry.State} {string.Join(' ', values)}";
    }

    private static List<Order> Graph() => [.. Enumerable.Range(0, Orders).Select(i => new Order
    {
        Name = $"order {i} ü",
        Kind = i % 3 == 0 ? null : $"kind {i}",
        Lines = [.. Enumerable.Range(0, 3).Select(j => new Line { Amount = (i * 10) + j })],
    })];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Order>(order =>
        {
            order.ToTable("orders");
            order.Property(o => o.Twice).HasComputedColumnSql("CHAR_LENGTH(`Name`) * 2", stored: true);
            order.Property(o => o.Version).HasDefaultValueSql("CURRENT_TIMESTAMP(6)").HasColumnType("datetime(6)");
        });
        model.Entity<Line>().ToTable("lines");
    });

    private sealed class Order
    {
        public int Id { get; set; }

        [MaxLength(80)]
        public string Name { get; set; } = "";

        [MaxLength(20)]
        public string? Kind { get; set; }

        public int Twice { get; set; }

        public DateTime Version { get; set; }

        public List<Line> Lines { get; set; } = [];
    }

    private sealed class Line
    {
        public int Id { get; set; }

        public int Amount { get; set; }

        public Order? Order { get; set; }
    }
}
