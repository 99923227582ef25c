using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Limits;

/// <summary>Prepared statements are closed, however a call ends: a server allows 16,382 of all its sessions together.</summary>
[BothServers]
public abstract class PreparedCountTests(Servers servers, ServerKind kind)
{
    private const int Rounds = 60;

    // MySqlConnector keeps a statement that it has prepared, one for each text, until its session is reset or closed.
    private const int MostTexts = 4;

    // A server whose statements no other test prepares.
    private static readonly ServerOptions Alone = new() { MaxConnections = 142 };

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task The_server_has_as_many_prepared_statements_as_before(BulkPipelining pipelining)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, Alone);
        await using ModelContext context = database.Context(options => options.UseMySql(database.ConnectionString + ";Pooling=False", database.Server.Version));
        // A session that is reset or closed closes what was left open, so it stays open.
        await context.Database.OpenConnectionAsync();
        await Tickets.SeedAsync(database, 1);
        long before = await StatusAsync(database, "Prepared_stmt_count");
        long prepared = await StatusAsync(database, "Com_stmt_prepare");
        Random random = new(17);

        for (int round = 0; round < Rounds; round++)
        {
            List<Ticket> tickets = Tickets.New(random.Next(20, 90), 1_000 * (round + 1));
            await InsertAsync(context, tickets, round % 3, pipelining);
            if (round % 3 != 0)
                continue;
            tickets.ForEach(ticket => ticket.Name = "changed");
            await UpdateAsync(context, tickets, fails: round % 2 == 0, pipelining);
            await context.BulkDeleteAsync(tickets, new() { Strategy = BulkStrategy.KeyList, BatchRows = 8, Pipelining = pipelining });
        }

        Assert.True(await StatusAsync(database, "Com_stmt_prepare") > prepared);
        Assert.InRange(await StatusAsync(database, "Prepared_stmt_count"), before, before + MostTexts);
        await context.Database.CloseConnectionAsync();
        // The server closes a session a moment after its connection.
        for (int tries = 0; await StatusAsync(database, "Prepared_stmt_count") > before && tries < 100; tries++)
            await Task.Delay(20);
        Assert.Equal(before, await StatusAsync(database, "Prepared_stmt_count"));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    // Succeeds, fails at the last row, or is cancelled between two statements.
    private static async Task InsertAsync(ModelContext context, List<Ticket> tickets, int end, BulkPipelining pipelining)
    {
        BulkInsertOptions options = new() { Strategy = BulkStrategy.PreparedMultiRow, BatchRows = 8, Pipelining = pipelining };
        using CancellationTokenSource cancellation = new();
        switch (end)
        {
            case 0:
                await context.BulkInsertAsync(tickets, options);
                break;
            case 1:
                tickets[^1].Token = 1;
                await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, options));
                break;
            default:
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(Cancelling(tickets, cancellation), options, cancellation.Token));
                break;
        }
    }

    private async Task UpdateAsync(ModelContext context, List<Ticket> tickets, bool fails, BulkPipelining pipelining)
    {
        BulkUpdateOptions<Ticket> options = new() { Strategy = kind == ServerKind.MySql ? BulkStrategy.PreparedValuesJoin : BulkStrategy.RowByRow, BatchRows = 8, Pipelining = pipelining };
        if (options.Strategy == BulkStrategy.RowByRow)
            options = options with { Pipelining = null };
        int token = tickets[^1].Token;
        if (!fails)
        {
            await context.BulkUpdateAsync(tickets, options);
            return;
        }

        tickets[^1].Token = 1;
        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(tickets, options));
        tickets[^1].Token = token;
    }

    private static IEnumerable<Ticket> Cancelling(List<Ticket> tickets, CancellationTokenSource cancellation)
    {
        for (int i = 0; i < tickets.Count; i++)
        {
            if (i == 18)
                cancellation.Cancel();
            yield return tickets[i];
        }
    }

    private static async Task<long> StatusAsync(TestDatabase database, string name)
        => Convert.ToInt64((await database.QueryAsync($"SHOW GLOBAL STATUS LIKE '{name}'"))[0][1], CultureInfo.InvariantCulture);
}
