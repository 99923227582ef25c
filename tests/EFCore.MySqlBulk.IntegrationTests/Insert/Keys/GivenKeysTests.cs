using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>Rows with given keys, mixed with rows without.</summary>
[BothServers]
public abstract class GivenKeysTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(null, 6, true)]
    [InlineData(null, 3_000, true)]
    [InlineData(null, 3_000, false)]
    [InlineData(BulkStrategy.RowByRow, 40, false)]
    [InlineData(BulkStrategy.MultiRowValues, 400, true)]
    [InlineData(BulkStrategy.PreparedMultiRow, 400, true)]
    public async Task Every_second_key_is_given_and_stays(BulkStrategy? strategy, int rows, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(rows);
        foreach (Ticket ticket in tickets.Where(t => t.Token % 2 == 0))
            ticket.Id = 1_000_000 - ticket.Token;
        await using ModelContext context = database.Context();

        BulkResult result = await context.InsertAsync(isAsync, tickets, new() { Strategy = strategy, BatchRows = 100 });

        Assert.Equal(rows, result.RowsInserted);
        Assert.All(tickets.Where(t => t.Token % 2 == 0), ticket => Assert.Equal(1_000_000 - ticket.Token, ticket.Id));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Fact]
    public async Task A_negative_key_is_a_given_key()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(3);
        tickets[1].Id = -5;
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync(tickets, cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(-5, tickets[1].Id);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }
}
