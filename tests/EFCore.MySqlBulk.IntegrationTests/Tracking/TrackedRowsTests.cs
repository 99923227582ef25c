using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Tracking;

/// <summary>The change tracker after bulk calls: stored entities are unchanged, failed ones are as before, and untracked ones stay untracked.</summary>
[BothServers]
public abstract class TrackedRowsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Added_rows_are_unchanged_after_their_insert_and_are_not_saved_again(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(250);
        context.AddRange(tickets);

        await context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 });

        Assert.All(tickets, ticket => Assert.Equal(EntityState.Unchanged, context.Entry(ticket).State));
        Assert.All(tickets, ticket => Assert.False(context.Entry(ticket).Property(t => t.Id).IsTemporary));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        Assert.Same(tickets[7], await context.FindAsync<Ticket>([tickets[7].Id], Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Dependents_that_wait_get_the_generated_foreign_key(bool isAsync)
    {
        await using TestDatabase database = await FamiliesAsync();
        await using ModelContext context = database.Context();
        List<Parent> parents = [.. Enumerable.Range(0, 20).Select(i => new Parent { Name = $"parent {i}", Children = [new() { Name = $"child {i}" }, new() { Name = $"child {i}" }] })];
        context.AddRange(parents);

        await context.InsertAsync(isAsync, parents);

        Assert.All(parents, parent => Assert.All(parent.Children, child => Assert.Equal(parent.Id, child.ParentId)));
        Assert.All(parents.SelectMany(p => p.Children), child => Assert.Equal(EntityState.Added, context.Entry(child).State));
        Assert.Equal(40, await context.SaveChangesAsync(Token));
        Assert.Equal(40, await database.CountAsync("SELECT COUNT(*) FROM children c JOIN parents p ON p.Id = c.ParentId AND SUBSTRING(c.Name, 7) = SUBSTRING(p.Name, 8)"));
    }

    [Fact]
    public async Task Parents_and_then_children_in_bulk_leave_nothing_to_save()
    {
        await using TestDatabase database = await FamiliesAsync();
        await using ModelContext context = database.Context();
        List<Parent> parents = [.. Enumerable.Range(0, 20).Select(i => new Parent { Name = $"parent {i}", Children = [new() { Name = $"child {i}" }] })];
        context.AddRange(parents);

        await context.BulkInsertAsync(parents, cancellationToken: Token);
        await context.BulkInsertAsync(parents.SelectMany(p => p.Children).ToList(), cancellationToken: Token);

        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(20, await database.CountAsync("SELECT COUNT(*) FROM children c JOIN parents p ON p.Id = c.ParentId AND SUBSTRING(c.Name, 7) = SUBSTRING(p.Name, 8)"));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task A_failed_insert_leaves_states_and_values_as_they_were(bool isAsync, bool isInCallersTransaction)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(250);
        tickets[220].Token = 3;
        context.AddRange(tickets);
        List<object?[]> before = Snapshot(context);
        await using IDbContextTransaction? transaction = isInCallersTransaction ? await context.Database.BeginTransactionAsync(Token) : null;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 }));

        Assert.Same(tickets[220], Assert.Single(failure.Entries).Entity);
        Assert.Equal(before, Snapshot(context));
        tickets[220].Token = 9_999;
        Assert.Equal(250, await context.SaveChangesAsync(Token));
        if (transaction is not null)
            await transaction.CommitAsync(Token);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_failed_update_leaves_states_and_values_as_they_were(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 250);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = await context.Set<Ticket>().OrderBy(t => t.Id).ToListAsync(Token);
        tickets.ForEach(ticket => ticket.Score = -1);
        await database.ExecuteAsync($"DELETE FROM tickets WHERE Id = {tickets[240].Id}");
        context.ChangeTracker.DetectChanges();
        List<object?[]> before = Snapshot(context);

        BulkConcurrencyException failure = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.UpdateAsync(isAsync, tickets, new() { BatchRows = 100 }));

        Assert.Same(tickets[240], Assert.Single(failure.Entries).Entity);
        Assert.Equal(before, Snapshot(context));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Score = -1"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_modified_row_keeps_its_values_and_is_unchanged(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 50);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = await context.Set<Ticket>().OrderBy(t => t.Id).ToListAsync(Token);
        tickets.ForEach(ticket => ticket.Name = "changed");

        await context.UpdateAsync(isAsync, tickets);

        Assert.All(tickets, ticket => Assert.Equal((EntityState.Unchanged, "changed"), (context.Entry(ticket).State, ticket.Name)));
        Assert.Equal(50, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'changed'"));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        tickets[0].Name = "again";
        Assert.Equal(1, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Properties_that_were_not_written_stay_modified(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 50);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = await context.Set<Ticket>().OrderBy(t => t.Id).ToListAsync(Token);
        tickets.ForEach(ticket => (ticket.Name, ticket.Score) = ("changed", 1_000));
        tickets[0].Score = 0.25;

        await context.UpdateAsync(isAsync, tickets, new() { Update = t => t.Name });

        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Score = 1000"));
        Assert.Equal(50, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'changed'"));
        Assert.Equal(EntityState.Unchanged, context.Entry(tickets[0]).State);
        Assert.All(tickets[1..], ticket =>
        {
            EntityEntry<Ticket> entry = context.Entry(ticket);
            Assert.Equal((EntityState.Modified, false, true), (entry.State, entry.Property(t => t.Name).IsModified, entry.Property(t => t.Score).IsModified));
            Assert.Equal(1_000, ticket.Score);
        });
        Assert.Equal(49, await context.SaveChangesAsync(Token));
        Assert.Equal(49, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Score = 1000"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Deleted_rows_are_forgotten(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 50);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = await context.Set<Ticket>().OrderBy(t => t.Id).ToListAsync(Token);
        context.RemoveRange(tickets[..10]);

        await context.DeleteAsync(isAsync, tickets[..40]);

        Assert.All(tickets[..40], ticket => Assert.Equal(EntityState.Detached, context.Entry(ticket).State));
        Assert.Equal(10, context.ChangeTracker.Entries().Count());
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(Tickets.Values(tickets[40..]), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task Rows_that_are_not_tracked_stay_so(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 250);
        await using ModelContext context = database.Context();
        context.Add(new Ticket { Token = 100_000 });

        await context.RunAsync(operation, isAsync, tickets, 100);

        EntityEntry only = Assert.Single(context.ChangeTracker.Entries());
        Assert.Equal(EntityState.Added, only.State);
    }

    [Fact]
    public async Task Changes_of_other_tracked_rows_are_left_for_SaveChanges()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 50);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = await context.Set<Ticket>().OrderBy(t => t.Id).ToListAsync(Token);
        tickets.ForEach(ticket => ticket.Name = "changed");

        await context.BulkUpdateAsync(tickets[..30], cancellationToken: Token);

        Assert.Equal(30, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'changed'"));
        Assert.Equal(20, await context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task After_the_callers_rollback_tracked_rows_are_as_after_SaveChanges()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(10);
        context.AddRange(tickets);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await context.BulkInsertAsync(tickets, cancellationToken: Token);
        await transaction.RollbackAsync(Token);

        // SaveChanges also accepts changes at once and does not undo that.
        Assert.All(tickets, ticket => Assert.Equal(EntityState.Unchanged, context.Entry(ticket).State));
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    private static List<object?[]> Snapshot(ModelContext context)
        => [.. context.ChangeTracker.Entries().Select(entry => (object?[])
        [
            entry.State,
            .. entry.Properties.SelectMany(p => new[] { p.CurrentValue, p.OriginalValue, p.IsModified, p.IsTemporary }),
            .. entry.Entity is Ticket ticket ? [ticket.Id, ticket.Token, ticket.Name, ticket.Score] : Array.Empty<object?>(),
        ])];

    private async Task<TestDatabase> FamiliesAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Parent>().ToTable("parents").HasMany(p => p.Children).WithOne().HasForeignKey(c => c.ParentId);
        model.Entity<Child>().ToTable("children");
    });

    private sealed class Parent
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Child> Children { get; set; } = [];
    }

    private sealed class Child
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int ParentId { get; set; }
    }
}
