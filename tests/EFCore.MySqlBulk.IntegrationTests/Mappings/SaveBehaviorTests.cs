using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>The save behaviour of a property decides whether it is written, left out or forbidden, as with <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class SaveBehaviorTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_value_that_must_not_be_set_before_an_insert_is_refused(bool tracked)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Order> orders = [new() { Id = 1 }, new() { Id = 2, Number = "set" }];
        context.AddRange(tracked ? orders : []);
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(orders, null, Token));
        Assert.Equal(
            ("Row 1: 'Order.Number' has a value, but the model does not allow one before the row is stored (SetBeforeSaveBehavior). Leave it unset.", 1), (refused.Message, refused.RowIndex));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM orders"));
        context.AddRange(tracked ? [] : orders);
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task Inserts_leave_out_what_they_are_to_ignore_and_updates_write_it()
    {
        await using TestDatabase database = await CreateAsync();
        List<List<string>> stored = [];
        foreach (bool inBulk in (bool[])[false, true])
        {
            await database.ExecuteAsync("DELETE FROM orders");
            List<Order> orders = [new() { Id = 1, Later = "a" }, new() { Id = 2, Later = "b" }];
            await using ModelContext context = database.Context();
            context.AddRange(inBulk ? [] : orders);
            await (inBulk ? context.BulkInsertAsync(orders, null, Token) : (Task)context.SaveChangesAsync(Token));
            List<string> rows = await StoredAsync(database);
            await using ModelContext other = database.Context();
            other.UpdateRange(inBulk ? [] : orders);
            await (inBulk ? other.BulkUpdateAsync(orders, null, Token) : (Task)other.SaveChangesAsync(Token));
            stored.Add([.. rows, .. await StoredAsync(database)]);
        }

        Assert.Equal(["1||", "2||", "1||a", "2||b"], stored[0]);
        Assert.Equal(stored[0], stored[1]);
    }

    [Fact]
    public async Task A_property_that_must_not_change_once_stored_is_refused_in_tracked_rows_and_left_alone_in_others()
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync("INSERT INTO orders (Id, Number, Later) VALUES (1, 'one', 'a'), (2, 'two', 'b')");
        await using (ModelContext context = database.Context())
        {
            List<Order> orders = await context.Set<Order>().OrderBy(o => o.Id).ToListAsync(Token);
            orders[1].Number = "changed";
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(orders, null, Token));
            Assert.Equal("Row 1: 'Order.Number' has changed, but the model does not allow that once the row is stored (SetAfterSaveBehavior). Change it back.", refused.Message);
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.SaveChangesAsync(Token));
        }

        await using ModelContext untracked = database.Context();
        await untracked.BulkUpdateAsync([new Order { Id = 1, Number = "changed", Later = "c" }], null, Token);
        Assert.Equal(["1|one|c", "2|two|b"], await StoredAsync(database));
    }

    [Fact]
    public async Task A_token_of_a_derived_type_is_checked_where_the_base_type_is_named()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(new List<Animal> { new() { Id = 1 }, new Dog { Id = 2, Version = 1 }, new Dog { Id = 3, Version = 1 } }, null, Token);
        await database.ExecuteAsync("UPDATE animals SET Version = 2 WHERE Id = 3");
        List<Animal> animals = [new() { Id = 1 }, new Dog { Id = 2, Version = 1 }, new Dog { Id = 3, Version = 1 }];
        foreach (BulkStrategy? strategy in EveryStrategy.Updates(kind).Append(BulkStrategy.RowByRow).Cast<BulkStrategy?>().Append(null).Distinct())
        {
            BulkConcurrencyException changed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkDeleteAsync(animals, new() { Strategy = strategy }, Token));
            Assert.Equal([2], changed.RowIndexes);
        }

        Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM animals"));
        Assert.Equal(3, (await context.BulkDeleteAsync(animals, new() { CheckConcurrency = false }, Token)).RowsDeleted);
    }

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Id, Number, Later FROM orders ORDER BY Id")).Select(row => string.Join('|', row))];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Order>(order =>
        {
            order.ToTable("orders").Property(o => o.Id).ValueGeneratedNever();
            order.Property(o => o.Number).HasMaxLength(20).Metadata.SetBeforeSaveBehavior(PropertySaveBehavior.Throw);
            order.Property(o => o.Number).Metadata.SetAfterSaveBehavior(PropertySaveBehavior.Throw);
            order.Property(o => o.Later).HasMaxLength(20).Metadata.SetBeforeSaveBehavior(PropertySaveBehavior.Ignore);
        });
        model.Entity<Animal>().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
        model.Entity<Dog>().Property(d => d.Version).IsConcurrencyToken();
    });

    private sealed class Order
    {
        public int Id { get; set; }

        public string? Number { get; set; }

        public string? Later { get; set; }
    }

    private sealed class Dog : Animal
    {
        public int Version { get; set; }
    }
}
