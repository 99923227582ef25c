using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>Keys of a type of their own, which has no order.</summary>
[BothServers]
public abstract class TypedKeyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Orphans_are_deleted_before_the_rows_that_they_refer_to(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Node>(node =>
        {
            node.ToTable("nodes").Property(n => n.Id).HasConversion(id => id.Value, value => new(value)).ValueGeneratedNever();
            node.Property(n => n.ParentId).HasConversion(id => id!.Value.Value, value => new NodeId(value));
            node.HasOne<Node>().WithMany().HasForeignKey(n => n.ParentId).OnDelete(DeleteBehavior.Restrict);
        }));
        await using ModelContext context = database.Context();
        List<Node> nodes = [.. Enumerable.Range(1, 40).Select(i => new Node { Id = new(i), ParentId = i == 1 ? null : new NodeId(i / 2) })];
        await context.InsertAsync(isAsync, nodes);

        BulkResult done = await context.SynchronizeAsync(isAsync, nodes[..4], new() { WholeTable = true });

        Assert.Equal((36, 4), (done.RowsDeleted, done.RowsUnchanged));
        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM nodes"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Composite_keys_and_values_with_a_comparer_of_their_own(bool isAsync)
    {
        ValueComparer<NodeId> reversed = new((one, other) => other.Value == one.Value, id => id.Value);
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Link>(link =>
        {
            link.ToTable("links").HasKey(l => new { l.From, l.Place });
            link.Property(l => l.From).HasConversion(id => id.Value, value => new(value));
            link.Property(l => l.To).HasConversion(id => id.Value, value => new(value), reversed);
            link.HasIndex(l => new { l.To, l.Place }).IsUnique();
        }));
        await using ModelContext context = database.Context();
        List<Link> links = [.. Enumerable.Range(1, 30).Select(i => new Link { From = new(i), Place = i % 4, To = new(100 + i) })];
        await context.InsertAsync(isAsync, links);
        links[5].To = new(300);
        links.RemoveAt(0);
        links.Add(new() { From = new(400), Place = 1, To = new(400) });

        BulkResult done = await context.SynchronizeAsync(isAsync, links, new() { WholeTable = true });
        Assert.Equal((1, 1, 28, 1), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        links.ForEach(link => link.Text = "by the other key");
        done = await context.SynchronizeAsync(isAsync, links, new() { WholeTable = true, Match = l => new { l.To, l.Place } });
        Assert.Equal((0, 30, 0, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(30, (await context.InsertOrUpdateAsync(isAsync, links, new() { Match = l => new { l.To, l.Place } })).RowsUnchanged);
    }

    private readonly record struct NodeId(int Value);

    private sealed class Node
    {
        public NodeId Id { get; set; }

        public NodeId? ParentId { get; set; }
    }

    private sealed class Link
    {
        public NodeId From { get; set; }

        public int Place { get; set; }

        public NodeId To { get; set; }

        public string? Text { get; set; }
    }
}
