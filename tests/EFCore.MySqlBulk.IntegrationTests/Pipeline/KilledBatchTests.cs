using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary><c>KILL QUERY</c> hits a call while it runs, at any moment.</summary>
[BothServers]
public abstract class KilledBatchTests(Servers servers, ServerKind kind)
{
    private const int Rows = 4_000;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task All_rows_are_changed_or_none(bool isExecute)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, Rows);
        Random random = new(1);
        int killed = 0;
        for (int round = 0; round < 25; round++)
        {
            tickets.ForEach(ticket => ticket.Name = $"round {round}");
            await using ModelContext context = database.Context();
            Task<BulkResult> run = Task.Run(() => CallAsync(context, isExecute, tickets));
            while (!run.IsCompleted && !await TryKillAsync(database))
                await Task.Delay(random.Next(1, 20));
            Exception? failure = await Record.ExceptionAsync(() => run);

            killed += failure is null ? 0 : 1;
            long changed = failure is null ? (await run).RowsAffected : 0;
            Assert.Equal(changed, await database.CountAsync($"SELECT COUNT(*) FROM tickets WHERE Name = 'round {round}'"));
            // MariaDB 11.8 may answer OK to a single UPDATE that it has stopped, which then has affected no row.
            if (failure is null && !(isExecute && database.Server.IsNewerMariaDb))
                Assert.Equal(Rows, changed);
        }

        Assert.True(killed > 0, "No statement was hit.");
    }

    private static Task<BulkResult> CallAsync(ModelContext context, bool isExecute, List<Ticket> tickets) => isExecute
        ? context.BulkExecuteRawAsync(
            tickets, "UPDATE tickets SET Name = {0} WHERE Id = {1}", ticket => (ticket.Name, ticket.Id), new() { Strategy = BulkStrategy.PipelinedArrayBatch, BatchRows = Rows })
        : context.BulkUpdateAsync(tickets, new() { Strategy = BulkStrategy.PipelinedArrayBatch, BatchRows = Rows });

    private static async Task<bool> TryKillAsync(TestDatabase database)
    {
        try
        {
            foreach (object?[] session in await database.QueryAsync("SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'UPDATE %'"))
            {
                await database.ExecuteAsync($"KILL QUERY {session[0]}");
                return true;
            }
        }
        catch (DbException)
        {
            // The session has ended already.
        }

        return false;
    }
}
