using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Rows that refer to others of their table are not moved where the delete of one batch would change or delete those of the next.</summary>
[BothServers]
public abstract class MovedTreeTests(Servers servers, ServerKind kind)
{
    private const int Nodes = 30;

    [Theory]
    [InlineData(DeleteBehavior.Cascade, true)]
    [InlineData(DeleteBehavior.SetNull, true)]
    [InlineData(DeleteBehavior.ClientSetNull, false)]
    [InlineData(DeleteBehavior.NoAction, false)]
    public async Task No_row_is_lost(DeleteBehavior behavior, bool isRefused)
    {
        await using TestDatabase database = await CreateAsync(behavior);
        await using TestDatabase other = await CreateAsync(behavior);
        await using ModelContext context = database.Context();
        await using ModelContext target = other.Context();
        IQueryable<Node> query = context.Set<Node>().Where(node => node.Id > 0);
        BulkMoveToOptions<Node> options = new() { BatchRows = 7 };

        if (isRefused)
        {
            Assert.Contains("still to be copied", (await Assert.ThrowsAsync<InvalidOperationException>(() => query.BulkMoveToAsync(node => new Kept { Id = node.Id, ParentId = node.ParentId }, options, Token))).Message, StringComparison.Ordinal);
            Assert.Contains("still to be copied", Assert.Throws<InvalidOperationException>(() => query.BulkMoveTo(target, node => new Kept { Id = node.Id, ParentId = node.ParentId }, options)).Message, StringComparison.Ordinal);
        }
        else
        {
            // The server refuses to delete a parent before its children.
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => query.BulkMoveToAsync(node => new Kept { Id = node.Id, ParentId = node.ParentId }, options, Token));
            Assert.Equal((BulkOutcome.Nothing, 1451), (refused.Outcome, refused.ErrorNumber));
        }

        Assert.Equal((Nodes, 0L), (await context.Set<Node>().CountAsync(node => node.Id > 0, Token), await database.CountAsync("SELECT COUNT(*) FROM kept")));
        // What the message says to do instead.
        Assert.Equal(Nodes, (await query.BulkInsertIntoAsync(node => new Kept { Id = node.Id, ParentId = node.ParentId }, new() { BatchRows = 7 }, Token)).RowsInserted);
        Assert.Equal(
            await context.Set<Node>().OrderBy(node => node.Id).Select(node => node.ParentId).ToListAsync(Token),
            await context.Set<Kept>().OrderBy(node => node.Id).Select(node => node.ParentId).ToListAsync(Token));
    }

    private async Task<TestDatabase> CreateAsync(DeleteBehavior behavior)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Node>().ToTable("nodes").HasOne<Node>().WithMany().HasForeignKey(node => node.ParentId).OnDelete(behavior);
            model.Entity<Kept>().ToTable("kept").Property(node => node.Id).ValueGeneratedNever();
        });
        await using ModelContext context = database.Context();
        context.AddRange(Enumerable.Range(1, Nodes).Select(i => new Node { Id = i, ParentId = i > 10 ? i - 10 : null }));
        await context.SaveChangesAsync(Token);
        return database;
    }

    private sealed class Node
    {
        public int Id { get; set; }

        public int? ParentId { get; set; }
    }

    private sealed class Kept
    {
        public int Id { get; set; }

        public int? ParentId { get; set; }
    }
}
