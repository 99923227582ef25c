using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Model;

/// <summary>Tickets on the client and in a table on the server.</summary>
public static class Tickets
{
    public static void Model(ModelBuilder model) => model.Entity<Ticket>(ticket =>
    {
        ticket.ToTable("tickets");
        ticket.HasIndex(t => t.Token).IsUnique();
    });

    /// <summary>An empty table on one of the run's servers.</summary>
    public static async Task<TestDatabase> EmptyAsync(Servers servers, ServerKind kind, ServerOptions? options = null)
        => await servers.OfAsync(kind, options).CreateAsync(Model);

    /// <summary>New tickets, numbered from <paramref name="first" />.</summary>
    public static List<Ticket> New(int count, int first = 1)
        => [.. Enumerable.Range(first, count).Select(token => new Ticket { Token = token, Name = $"ticket {token}", Score = token / 4.0 })];

    /// <summary>Stored tickets, none of them tracked.</summary>
    public static async Task<List<Ticket>> SeedAsync(TestDatabase database, int count, int first = 1)
    {
        List<Ticket> tickets = New(count, first);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(tickets, cancellationToken: Token);
        return tickets;
    }

    /// <summary>Rows for an operation: new ones to insert, or stored ones with everything changed but their concurrency tokens.</summary>
    public static async Task<List<Ticket>> ForAsync(Operation operation, TestDatabase database, int count)
    {
        if (operation == Operation.Insert)
            return New(count);
        List<Ticket> tickets = await SeedAsync(database, count);
        foreach (Ticket ticket in tickets)
            (ticket.Name, ticket.Score) = ($"changed {ticket.Token}", -ticket.Token);
        return tickets;
    }

    /// <summary>The contents of the table, by key.</summary>
    public static async Task<List<(long Id, int Token, string Name, double Score)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return await StoredAsync(context);
    }

    /// <summary>The contents of the table, as seen by a context's connection and transaction.</summary>
    public static async Task<List<(long Id, int Token, string Name, double Score)>> StoredAsync(ModelContext context)
        => Values(await context.Set<Ticket>().AsNoTracking().OrderBy(t => t.Id).ToListAsync(Token));

    /// <summary>The tickets as values, by key.</summary>
    public static List<(long Id, int Token, string Name, double Score)> Values(IEnumerable<Ticket> tickets)
        => [.. tickets.OrderBy(t => t.Id).Select(t => (t.Id, t.Token, t.Name, t.Score))];

    /// <summary>The expected contents of the table after an operation on all of its rows.</summary>
    public static List<(long Id, int Token, string Name, double Score)> After(Operation operation, IEnumerable<Ticket> tickets)
        => operation == Operation.Delete ? [] : Values(tickets);
}
