using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>Rows that refer to rows of their own table are sent in an order that the foreign key allows, whatever order they are given in.</summary>
[BothServers]
public abstract class SelfReferenceTests(Servers servers, ServerKind kind)
{
    private static readonly BulkStrategy?[] Inserts = [null, .. EveryStrategy.Inserts.Cast<BulkStrategy?>()];

    private BulkStrategy?[] Deletes => [null, .. EveryStrategy.Deletes(kind).Cast<BulkStrategy?>()];

    [Fact]
    public async Task Rows_with_given_keys_are_inserted_and_deleted_in_any_order()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        foreach (BulkStrategy? strategy in Inserts.Union(Deletes))
        {
            foreach (bool isStream in (bool[])[false, true])
            {
                await using ModelContext context = database.Context();
                List<Node> nodes = Shuffled(Tree(60));
                BulkStrategy? insert = Inserts.Contains(strategy) ? strategy : null;
                BulkStrategy? delete = Deletes.Contains(strategy) ? strategy : null;

                if (isStream)
                    await context.BulkInsertAsync(nodes.Where(_ => true), new() { Strategy = insert, BatchRows = 7 }, Token);
                else
                    await context.BulkInsertAsync(nodes, new() { Strategy = insert, BatchRows = 7 }, Token);
                Assert.Equal(Pairs(nodes), await StoredAsync(database));

                List<Node> again = Shuffled(nodes);
                BulkResult result = isStream
                    ? await context.BulkDeleteAsync(again.Where(_ => true), new() { Strategy = delete, BatchRows = 7 }, Token)
                    : await context.BulkDeleteAsync(again, new() { Strategy = delete, BatchRows = 7 }, Token);
                Assert.Equal(60, result.RowsDeleted);
                Assert.Empty(await StoredAsync(database));
            }
        }
    }

    [Fact]
    public async Task Rows_that_a_cascade_would_delete_are_deleted_before_it()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.Cascade);
        foreach (BulkStrategy? strategy in Deletes)
        {
            await using ModelContext context = database.Context();
            List<Node> nodes = Tree(60);
            await context.BulkInsertAsync(nodes, cancellationToken: Token);

            BulkResult result = await context.BulkDeleteAsync(Shuffled(nodes), new() { Strategy = strategy, BatchRows = 7 }, Token);

            Assert.Equal(60, result.RowsDeleted);
            Assert.Empty(await StoredAsync(database));
        }
    }

    [Fact]
    public async Task A_stream_whose_earlier_rows_cascade_to_later_ones_says_so()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.Cascade);
        await using ModelContext context = database.Context();
        List<Node> nodes = [.. Enumerable.Range(1, 3_500).Select(id => new Node { Id = id, ParentId = id == 1 ? null : 1 })];
        await context.BulkInsertAsync(nodes, cancellationToken: Token);
        nodes = [nodes[0], .. nodes[1..]];

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkDeleteAsync(nodes.Where(_ => true), cancellationToken: Token));

        Assert.Contains("ON DELETE CASCADE", failure.Message, StringComparison.Ordinal);
        Assert.Equal(3_500, (await StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Generated_keys_reach_the_rows_that_refer_to_them(bool isTracked)
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        await database.ExecuteAsync("ALTER TABLE nodes AUTO_INCREMENT = 1000");
        foreach (BulkStrategy? strategy in Inserts)
        {
            await using ModelContext context = database.Context();
            List<Node> nodes = Tree(40, areGiven: false);
            // Some rows bring their keys, and so go in other statements.
            nodes.Where(node => node.Name.EndsWith('7')).ToList().ForEach(node => node.Id = int.Parse(node.Name, CultureInfo.InvariantCulture));
            List<Node> rows = Shuffled(nodes);
            if (isTracked)
                context.AddRange(rows);

            await context.BulkInsertAsync(rows, new() { Strategy = strategy, BatchRows = 7 }, Token);

            Assert.All(nodes, node => Assert.True(node.Id > 0));
            Assert.All(nodes, node => Assert.Equal(node.Parent?.Id, node.ParentId));
            Assert.Equal(Pairs(nodes), await StoredAsync(database));
            Assert.Equal(Enumerable.Repeat(EntityState.Unchanged, isTracked ? 40 : 0), context.ChangeTracker.Entries().Select(entry => entry.State));
            Assert.Equal(0, await context.SaveChangesAsync(Token));
            await database.ExecuteAsync("SET foreign_key_checks = 0", "DELETE FROM nodes");
        }
    }

    [Fact]
    public async Task Rows_of_a_stream_may_refer_to_rows_of_an_earlier_window()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        await using ModelContext context = database.Context();
        List<Node> nodes = Tree(3_100, areGiven: false);
        // In each window the last row comes first.
        List<Node> rows = [.. nodes[..2_000].AsEnumerable().Reverse(), .. nodes[2_000..].AsEnumerable().Reverse()];

        await context.BulkInsertAsync(rows.Where(_ => true), cancellationToken: Token);

        Assert.All(nodes, node => Assert.Equal(node.Parent?.Id, node.ParentId));
        Assert.Equal(Pairs(nodes), await StoredAsync(database));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task A_failed_insert_leaves_keys_and_references_as_they_were(bool isTracked, bool savesAfterwards)
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        await using ModelContext context = database.Context();
        List<Node> nodes = Tree(40, areGiven: false);
        Node last = nodes[^1];
        last.Name = new string('x', 200);
        if (isTracked)
            context.AddRange(nodes);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(nodes, cancellationToken: Token));

        Assert.Equal(39, failure.RowIndex);
        Assert.Empty(await StoredAsync(database));
        Assert.All(nodes, node => Assert.Equal((0, (int?)null), (node.Id, node.ParentId)));
        Assert.Equal(Enumerable.Repeat(EntityState.Added, isTracked ? 40 : 0), context.ChangeTracker.Entries().Select(entry => entry.State));

        last.Name = "short";
        if (savesAfterwards)
            Assert.Equal(40, await context.SaveChangesAsync(Token));
        else
            await context.BulkInsertAsync(nodes, cancellationToken: Token);
        Assert.Equal(Pairs(nodes), await StoredAsync(database));
        Assert.Equal(Enumerable.Repeat(EntityState.Unchanged, isTracked ? 40 : 0), context.ChangeTracker.Entries().Select(entry => entry.State));
    }

    [Fact]
    public async Task Rows_that_refer_to_each_other_in_a_cycle_are_refused_before_anything_is_sent()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        await using ModelContext context = database.Context();
        List<Node> nodes = [new() { Id = 1, ParentId = 3 }, new() { Id = 2, ParentId = 1 }, new() { Id = 3, ParentId = 2 }, new() { Id = 4 }];

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(nodes, cancellationToken: Token));

        Assert.Contains("circular dependency was detected among the rows: 0, 1, 2.", refused.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkDeleteAsync(nodes, cancellationToken: Token));
        context.AddRange(nodes);
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task A_row_may_refer_to_itself()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync([new Node { Id = 5, ParentId = 5 }, new Node { Id = 4, ParentId = 5 }], cancellationToken: Token);

        Assert.Equal([(4, 5), (5, 5)], await StoredAsync(database));
    }

    [Fact]
    public async Task Several_connections_are_refused_where_rows_refer_to_each_other()
    {
        await using TestDatabase database = await CreateAsync(DeleteBehavior.ClientNoAction);
        await using ModelContext context = database.Context();

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertAsync(Tree(20), new() { Connections = 2 }, Token));

        Assert.Contains("Leave Connections at 1", refused.Message, StringComparison.Ordinal);
        Assert.Empty(await StoredAsync(database));
    }

    [Fact]
    public async Task A_hierarchy_with_shadow_foreign_keys_is_ordered_across_its_types()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Part>(part =>
            {
                part.ToTable("parts");
                part.HasOne(p => p.Owner).WithMany().HasForeignKey("OwnerId").OnDelete(DeleteBehavior.ClientNoAction);
            });
            model.Entity<Wheel>();
            model.Entity<Axle>().HasOne(a => a.Wheel).WithMany().HasForeignKey("WheelId").OnDelete(DeleteBehavior.ClientNoAction);
        });
        foreach (bool isTracked in (bool[])[false, true])
        {
            await using ModelContext context = database.Context();
            Part root = new() { Name = "root" };
            Wheel wheel = new() { Name = "wheel", Owner = root };
            Axle axle = new() { Name = "axle", Owner = root, Wheel = wheel };
            Wheel second = new() { Name = "second", Owner = axle };
            List<Part> parts = [second, axle, wheel, root];
            if (isTracked)
                context.AddRange(parts);

            await context.BulkInsertAsync(parts, cancellationToken: Token);

            Assert.Equal(
                ["axle>root>wheel", "root>>", "second>axle>", "wheel>root>"],
                (await database.QueryAsync(
                    "SELECT CONCAT(p.Name, '>', IFNULL(o.Name, ''), '>', IFNULL(w.Name, '')) FROM parts p LEFT JOIN parts o ON o.Id = p.OwnerId LEFT JOIN parts w ON w.Id = p.WheelId ORDER BY p.Name"))
                .Select(row => row[0]));

            parts = [root, wheel, axle, second];
            Assert.Equal(4, (await context.BulkDeleteAsync(parts, cancellationToken: Token)).RowsDeleted);
        }
    }

    private static List<Node> Tree(int count, bool areGiven = true)
    {
        List<Node> nodes = [];
        for (int i = 0; i < count; i++)
        {
            // Sometimes the parent has the larger key, sometimes the smaller one.
            Node node = new() { Name = $"{i}", Id = areGiven ? 1 + (i * 37 % count) : 0 };
            if (i > 2 && areGiven)
                node.ParentId = nodes[(i - 3) / 2].Id;
            else if (i > 2)
                node.Parent = nodes[(i - 3) / 2];
            nodes.Add(node);
        }

        return nodes;
    }

    private static List<Node> Shuffled(IEnumerable<Node> nodes)
    {
        Random random = new(11);
        return [.. nodes.OrderBy(_ => random.Next())];
    }

    private static List<(int Id, int? Parent)> Pairs(IEnumerable<Node> nodes) => [.. nodes.OrderBy(node => node.Id).Select(node => (node.Id, node.ParentId))];

    private static async Task<List<(int Id, int? Parent)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return Pairs(await context.Set<Node>().AsNoTracking().ToListAsync(Token));
    }

    private async Task<TestDatabase> CreateAsync(DeleteBehavior behavior) => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Node>(node =>
    {
        node.ToTable("nodes");
        node.Property(n => n.Name).HasMaxLength(50);
        node.HasOne(n => n.Parent).WithMany().HasForeignKey(n => n.ParentId).OnDelete(behavior);
    }));

    private sealed class Node
    {
        public int Id { get; set; }

        public int? ParentId { get; set; }

        public Node? Parent { get; set; }

        public string Name { get; set; } = "";
    }

    private class Part
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Part? Owner { get; set; }
    }

    private sealed class Wheel : Part;

    private sealed class Axle : Part
    {
        public Wheel? Wheel { get; set; }
    }
}
