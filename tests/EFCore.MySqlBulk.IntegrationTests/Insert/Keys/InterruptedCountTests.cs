using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary><c>KILL QUERY</c> hits the query that counts the generated keys: nothing is stored, and the failure says what happened. MariaDB answers with NULL then, not with an error.</summary>
[BothServers]
public abstract class InterruptedCountTests(Servers servers, ServerKind kind)
{
    private const int Rows = 30_000;
    private const int Tries = 12;

    // Connector/NET may end such a reader with an exception of its own, which has no number.
#if CONNECTORNET
    private static bool TellsNoNumber => true;
#else
    private static bool TellsNoNumber => false;
#endif

    [OnlyInFullRuns("Nothing: a killed count of a large table is tested there only.")]
    [Fact]
    public async Task A_count_that_is_killed_stores_nothing_and_says_so()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10, 900_000);
        await using ModelContext killer = database.Context();
        await killer.Database.OpenConnectionAsync(Token);
        int met = 0;
        for (int i = 0; i < Tries; i++)
        {
            Task kill = Task.CompletedTask;
            TimeSpan delay = TimeSpan.FromMilliseconds(i % 4);
            await using FaultProxy proxy = new(database.ConnectionString, new()
            {
                OnPacket = (link, packet) =>
                {
                    if (packet is { ToServer: true, Command: CommandCode.Query } && packet.Text.Contains("COUNT(*)", StringComparison.Ordinal))
                        kill = KillAsync(killer, link.ThreadId, delay);
                    return Fault.None;
                },
            });
            await using ModelContext context = database.Context(proxy, Trial.Plain);
            List<Ticket> tickets = Tickets.New(Rows);
            Exception? failure = await Record.ExceptionAsync(() => context.BulkInsertAsync(
                tickets, new() { Pipelining = BulkPipelining.Never, Strategy = BulkStrategy.PreparedMultiRow, BatchRows = 2_000 }, Token));
            await kill;
            if (failure is not null)
            {
                met++;
                BulkOperationException known = Assert.IsType<BulkOperationException>(failure);
                Assert.Equal(BulkOutcome.Nothing, known.Outcome);
                Assert.True(known.ErrorNumber is 1317 || (known.ErrorNumber == 0 && TellsNoNumber), known.ToString());
                Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
                Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
            }

            await database.ExecuteAsync("DELETE FROM tickets WHERE Token < 900000");
        }

        Assert.NotEqual(0, met);
    }

    private static async Task KillAsync(ModelContext killer, uint thread, TimeSpan delay)
    {
        await Task.Delay(delay, Token);
        try
        {
            await TestDatabase.ExecuteAsync(killer, $"KILL QUERY {thread}");
        }
        catch (DbException)
        {
            // The call has ended, and its session with it.
        }
    }
}
