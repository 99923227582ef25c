using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Logging;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Diagnostics;

/// <summary>No log output contains a row's value, at any level, from this library or from EF Core, on success or on failure.</summary>
[BothServers]
public abstract class LogTests(Servers servers, ServerKind kind)
{
    [Theory]
    [ClassData<BulkWays>]
    public async Task No_rows_value_reaches_the_log(Operation operation, BulkStrategy strategy, bool isAsync)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = await MarkedAsync(operation, database, 25);
        List<string> told = [];
        await using ModelContext context = Logging(database, told);

        await context.RunAsync(operation, isAsync, tickets, 10, strategy);

        AssertUnseen(database, told);
    }

    [Theory]
    [ClassData<BulkWays>]
    public async Task No_rows_value_reaches_the_log_when_the_server_refuses_it(Operation operation, BulkStrategy strategy, bool isAsync)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb, "MariaDB types a prepared list by its first row.");
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = await MarkedAsync(operation, database, 25);
        List<string> told = [];
        await using ModelContext context = Logging(database, told);
        if (operation == Operation.Delete)
            tickets[21].Id = 1_000_000;
        else
            tickets[21].Name = tickets[3].Name;

        DbUpdateException failure = await Assert.ThrowsAnyAsync<DbUpdateException>(() => context.RunAsync(operation, isAsync, tickets, 10, strategy));

        // The server's own message quotes the value, so it could get into the log.
        Assert.Equal(operation != Operation.Delete, failure.ToString().Contains(Marker(database), StringComparison.Ordinal));
        AssertUnseen(database, told);
        Assert.Equal(operation == Operation.Insert ? 0 : 25, (await Tickets.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task A_failure_is_logged_with_the_servers_number_if_the_server_gave_one()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = Logging(database, told);

        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync((Ticket[])[new() { Name = "same" }, new() { Name = "same" }], cancellationToken: Token));
        await Assert.ThrowsAsync<InvalidDataException>(() => context.BulkInsertAsync(Unreadable(), cancellationToken: Token));

        Assert.Single(told, text => text.EndsWith("failed: BulkOperationException, server error 1062", StringComparison.Ordinal));
        Assert.Single(told, text => text.EndsWith("failed: InvalidDataException", StringComparison.Ordinal));
    }

    private static IEnumerable<Ticket> Unreadable()
    {
        yield return new() { Name = "read" };
        throw new InvalidDataException("The file ends in the middle.");
    }

    private static string Marker(TestDatabase database) => "secret" + database.Name[2..];

    private static ModelContext Logging(TestDatabase database, List<string> told)
        // The name of the database distinguishes this test's messages from those of others.
        => database.Context(o => o.UseLoggerFactory(LoggedText.Factory).LogTo(text => Add(told, text), LogLevel.Trace).EnableDetailedErrors());

    private static void Add(List<string> told, string text)
    {
        lock (told)
            told.Add(text);
    }

    private static void AssertUnseen(TestDatabase database, List<string> told)
    {
        Assert.Contains(told, text => text.Contains("BulkEventId.StatementExecuted[200]", StringComparison.Ordinal));
        Assert.DoesNotContain(told, text => text.Contains(Marker(database), StringComparison.Ordinal));
        string[] all = [.. LoggedText.All];
        Assert.Contains(all, text => text.Contains(database.Name, StringComparison.Ordinal));
        Assert.Contains(all, text => text.Contains(typeof(Ticket).FullName!, StringComparison.Ordinal));
        Assert.DoesNotContain(all, text => text.Contains(Marker(database), StringComparison.Ordinal));
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Ticket>(ticket =>
    {
        ticket.ToTable("tickets");
        ticket.Property(t => t.Name).HasMaxLength(100);
        ticket.HasIndex(t => t.Name).IsUnique();
    }));

    private static async Task<List<Ticket>> MarkedAsync(Operation operation, TestDatabase database, int count)
    {
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, count);
        tickets.ForEach(ticket => ticket.Name = $"{Marker(database)} {ticket.Token}");
        return tickets;
    }
}
