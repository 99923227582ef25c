using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Tracking;

/// <summary>Streams that add their rows to the context while they are read, and entities that are given twice.</summary>
[BothServers]
public abstract class RowsAddedWhileReadTests(Servers servers, ServerKind kind)
{
    // A stream is read 2,000 rows at a time.
    private const int Rows = 2_001;

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Rows_that_a_stream_adds_to_the_context_are_unchanged_after_their_insert(bool isAsync, bool before)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        await context.InsertAsync(isAsync, Stream(), new() { Pipelining = BulkPipelining.Never });

        Assert.Equal(Rows, context.ChangeTracker.Entries<Ticket>().Count(e => e.State == EntityState.Unchanged && !e.Property(t => t.Id).IsTemporary));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(Tickets.Values(context.Set<Ticket>().Local), await Tickets.StoredAsync(database));

        IEnumerable<Ticket> Stream()
        {
            foreach (Ticket ticket in Tickets.New(Rows))
            {
                if (before)
                    context.Add(ticket);
                yield return ticket;
                if (!before)
                    context.Add(ticket);
            }
        }
    }

    [Fact]
    public async Task Rows_that_an_asynchronous_stream_adds_to_the_context_are_unchanged_too()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync(Stream(), cancellationToken: Token);

        Assert.Equal(Rows, context.ChangeTracker.Entries<Ticket>().Count(e => e.State == EntityState.Unchanged));
        Assert.Equal(0, await context.SaveChangesAsync(Token));

        async IAsyncEnumerable<Ticket> Stream()
        {
            foreach (Ticket ticket in Tickets.New(Rows))
            {
                yield return ticket;
                await context.AddAsync(ticket, Token);
            }
        }
    }

    [Fact]
    public async Task Rows_that_a_stream_detaches_again_stay_detached()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync(Stream(), cancellationToken: Token);

        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));

        IEnumerable<Ticket> Stream()
        {
            foreach (Ticket ticket in Tickets.New(Rows))
            {
                context.Add(ticket);
                yield return ticket;
                context.ChangeTracker.Clear();
            }
        }
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task An_entity_that_is_given_twice_is_refused_with_both_positions(bool isTracked, bool isStream)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("ALTER TABLE tickets DROP INDEX IX_tickets_Token");
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(250);
        if (isTracked)
            context.AddRange(tickets);
        tickets.Insert(240, tickets[3]);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(isStream ? tickets.Where(_ => true) : tickets, new() { BatchRows = isStream ? null : 50 }, Token));

        Assert.StartsWith("Rows 3 and 240 are the same instance, which would be stored twice.", refused.Message, StringComparison.Ordinal);
        Assert.Equal(240, refused.RowIndex);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
    }

    [Fact]
    public async Task A_stream_that_gives_an_entity_again_long_after_it_was_stored_leaves_nothing()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("ALTER TABLE tickets DROP INDEX IX_tickets_Token");
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(Rows * 2);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(tickets.Append(tickets[3]).Where(_ => true), new() { BatchRows = 500, Pipelining = BulkPipelining.Never }, Token));

        Assert.Equal((1062, Rows * 2), (refused.ErrorNumber, refused.RowIndex));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }
}
