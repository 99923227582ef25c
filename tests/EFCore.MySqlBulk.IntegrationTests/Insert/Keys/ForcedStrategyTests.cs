using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>A forced strategy returns the right keys or is refused.</summary>
[BothServers]
public abstract class ForcedStrategyTests(Servers servers, ServerKind kind)
{
    public static TheoryData<BulkStrategy, bool> All { get; } = [.. from strategy in EveryStrategy.Inserts from isAsync in new[] { true, false } select (strategy, isAsync)];

    [Theory]
    [MemberData(nameof(All))]
    public async Task The_keys_are_the_rows_own(BulkStrategy strategy, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        foreach (int rows in new[] { 1, 2, 30 })
        {
            await database.ExecuteAsync("DELETE FROM tickets");
            List<Ticket> tickets = Tickets.New(rows);

            await context.InsertAsync(isAsync, tickets, new() { Strategy = strategy });

            Assert.All(tickets, ticket => Assert.NotEqual(0, ticket.Id));
            Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        }
    }
}
