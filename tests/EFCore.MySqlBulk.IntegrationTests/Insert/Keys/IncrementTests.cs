using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>A server whose generated keys are seven apart.</summary>
[BothServers]
public abstract class IncrementTests(Servers servers, ServerKind kind)
{
    internal static ServerOptions SevenApart { get; } = new() { AutoIncrementIncrement = 7, AutoIncrementOffset = 3 };

    [Theory]
    [InlineData(null, 1, true)]
    [InlineData(null, 99, true)]
    [InlineData(null, 3_500, false)]
    [InlineData(BulkStrategy.RowByRow, 30, true)]
    [InlineData(BulkStrategy.MultiRowValues, 1_000, false)]
    [InlineData(BulkStrategy.PreparedMultiRow, 1_000, true)]
    public async Task Keys_follow_the_servers_increment_and_offset(BulkStrategy? strategy, int rows, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, SevenApart);
        List<Ticket> tickets = Tickets.New(rows);
        await using ModelContext context = database.Context();

        await context.InsertAsync(isAsync, tickets, new() { Strategy = strategy });

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
        Assert.All(tickets, ticket => Assert.Equal(3, ticket.Id % 7));
    }
}
