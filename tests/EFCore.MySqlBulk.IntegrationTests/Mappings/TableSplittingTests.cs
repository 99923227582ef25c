using System.Text.Json.Serialization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Entities that share a row (table splitting) are written with the one that is given, as <c>SaveChanges</c> does it.</summary>
[BothServers]
public abstract class TableSplittingTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_is_written_with_what_shares_it(bool isAsync)
    {
        MappedAlike<Order> orders = new(await servers.OfAsync(kind), Orders, Make, static (order, i) =>
        {
            order.Name += "!";
            if (order.Details is { } details)
                (details.Note, details.Weight) = ($"changed {i}", i % 2 == 0 ? null : i);
            else if (i % 2 == 0)
                order.Details = new() { Note = $"new {i}" };
            if (order.Billing is { } billing)
                billing.Street += "?";
        });
        await orders.EveryStrategyAsync(isAsync);
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task What_shares_a_row_gets_its_key_and_its_navigation(bool isAsync, bool isGenerated)
    {
        await using TestDatabase saved = await CreateAsync(isGenerated);
        await using TestDatabase sent = await CreateAsync(isGenerated);
        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Order> theirs = [.. Enumerable.Range(1, 30).Select(Given)];
        List<Order> mine = [.. Enumerable.Range(1, 30).Select(Given)];
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        BulkResult done = await context.InsertAsync(isAsync, mine);
        Assert.Equal((30, BulkStrategy.MultiRowValues), ((int)done.RowsInserted, done.Strategy));
        Assert.Empty(done.Warnings);
        Assert.Equal(theirs.Select(Shown), mine.Select(Shown));
        Assert.All(mine.Where(order => order.Details is not null), order => Assert.Same(order, order.Details!.Order));
        Assert.Equal(await SeenState.StoredAsync(saved, saving), await SeenState.StoredAsync(sent, context));

        // The same with keys that the entities have, and objects that have never been stored.
        saving.ChangeTracker.Clear();
        List<Order> updated = [.. theirs.Select(order => Change(order.Id))];
        saving.UpdateRange(updated);
        await saving.SaveChangesAsync(Token);
        List<Order> mineUpdated = [.. mine.Select(order => Change(order.Id))];
        done = await context.UpdateAsync(isAsync, mineUpdated);
        Assert.Equal(30, done.RowsUpdated);
        Assert.Equal(updated.Select(Shown), mineUpdated.Select(Shown));
        Assert.Equal(await SeenState.StoredAsync(saved, saving), await SeenState.StoredAsync(sent, context));
        Assert.Empty(context.ChangeTracker.Entries());

        Order Given(int i)
        {
            Order order = Make(i);
            order.Id = isGenerated ? 0 : 100 + i;
            return order;
        }

        static Order Change(int id) => new()
        {
            Id = id,
            Name = $"changed {id}",
            Version = 3,
            Details = id % 3 == 0 ? new() { Id = id, Note = $"changed {id}" } : null,
            Billing = id % 4 == 0 ? new() { Id = id, Street = "changed" } : null,
        };
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_entity_that_is_not_loaded_keeps_its_columns(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, Enumerable.Range(1, 12).Select(i => new Order { Name = $"o{i}", Details = new() { Note = $"n{i}" } }).ToList());
        List<Order> bare = await context.Set<Order>().IgnoreAutoIncludes().AsNoTracking().ToListAsync(Token);
        Assert.All(bare, order => Assert.Null(order.Details));
        bare.ForEach(order => order.Name = "later");
        BulkResult done = await context.UpdateAsync(isAsync, bare);
        Assert.Equal(12, done.RowsUpdated);
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM orders WHERE Name = 'later' AND Details_Note LIKE 'n%'"));
        bare.ForEach(order => (order.Name, order.Details) = ("again", new() { Note = "again" }));
        await context.UpdateAsync(isAsync, bare, new() { Update = order => order.Name });
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM orders WHERE Name = 'again' AND Details_Note LIKE 'n%'"));
        done = await context.BulkInsertOrUpdateAsync(bare, cancellationToken: Token);
        Assert.Equal(12, done.RowsUpdated);
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM orders WHERE Details_Note = 'again'"));
        Assert.Equal(12, (await context.Set<Order>().BulkDeleteByKeyAsync(bare.Select(order => order.Id).ToList(), cancellationToken: Token)).RowsDeleted);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_rows_are_refused_but_for_a_delete(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Order> orders = [.. Enumerable.Range(1, 12).Select(Make)];
        context.AddRange(orders);
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.InsertAsync(isAsync, orders));
        Assert.Equal("Row 0 is tracked by the context, and 'Order' shares its table with another entity type. Save tracked entities with BulkSaveChanges, or give entities that are not tracked.", refused.Message);
        await context.SaveChangesAsync(Token);
        refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.UpdateAsync(isAsync, orders));
        Assert.Contains("shares its table", refused.Message, StringComparison.Ordinal);
        Assert.Contains("Order.Billing", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.UpdateAsync(isAsync, orders, new() { OnlyModified = true }))).Message, StringComparison.Ordinal);

        Details tracked = orders.First(order => order.Details is not null).Details!;
        BulkOperationException half = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, [Make(3), new Order { Name = "half", Details = tracked }]));
        Assert.Equal(1, half.RowIndex);
        Assert.Contains("'Order.Details' is tracked by the context, and the entity whose row it shares is not.", half.Message, StringComparison.Ordinal);
        Assert.Equal(12, await database.CountAsync("SELECT COUNT(*) FROM orders"));

        await context.DeleteAsync(isAsync, orders);
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM orders"));
    }

    [Fact]
    public async Task A_required_entity_that_is_missing_is_refused_by_the_server()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            Orders(model);
            model.Entity<Order>().Navigation(order => order.Details).IsRequired();
        });
        await using ModelContext context = database.Context();
        List<Order> orders = [.. Enumerable.Range(1, 12).Select(i => new Order { Name = $"o{i}", Details = i == 8 ? null : new() { Note = "" } })];
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(orders, cancellationToken: Token));
        Assert.Equal((7, 1048), (refused.RowIndex, refused.ErrorNumber));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM orders"));
    }

    private static string Shown(Order order) => $"{order.Id} {order.Name} {order.Details?.Id} {order.Details?.Note} {order.Details?.Order?.Id} {order.Billing?.Id} {order.Billing?.Street}";

    private async Task<TestDatabase> CreateAsync(bool isGenerated = true) => await servers.OfAsync(kind).CreateAsync(model =>
    {
        Orders(model);
        if (!isGenerated)
            model.Entity<Order>().Property(order => order.Id).ValueGeneratedNever();
    });

    private static Order Make(int i) => new()
    {
        Name = $"o{i}",
        Version = 3,
        Details = i % 3 == 0 ? null : new() { Note = $"it's \\ {i} ß", Weight = i % 2 == 0 ? null : i, Kind = (Kind)(i % 2) },
        Billing = i % 4 == 0 ? null : new() { Street = $"s{i}" },
    };

    private static void Orders(ModelBuilder model)
    {
        model.Entity<Order>(order =>
        {
            order.ToTable("orders").Property(o => o.Version).HasColumnName("Version").IsConcurrencyToken();
            order.HasOne(o => o.Details).WithOne(d => d.Order).HasForeignKey<Details>(d => d.Id);
            order.HasOne(o => o.Billing).WithOne().HasForeignKey<Billing>(b => b.Id);
            order.Navigation(o => o.Details).AutoInclude();
            order.Navigation(o => o.Billing).AutoInclude();
        });
        model.Entity<Details>(details =>
        {
            details.ToTable("orders").Property(d => d.Note).HasColumnName("Details_Note");
            details.Property(d => d.Kind).HasConversion<string>().HasMaxLength(10);
        });
        model.Entity<Billing>().ToTable("orders");
    }

    private enum Kind
    {
        Small,
        Large,
    }

    private sealed class Order
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Version { get; set; }

        public Details? Details { get; set; }

        public Billing? Billing { get; set; }
    }

    private sealed class Details
    {
        public int Id { get; set; }

        public string Note { get; set; } = "";

        public int? Weight { get; set; }

        public Kind Kind { get; set; }

        [JsonIgnore]
        public Order? Order { get; set; }
    }

    private sealed class Billing
    {
        public int Id { get; set; }

        public string? Street { get; set; }
    }
}
