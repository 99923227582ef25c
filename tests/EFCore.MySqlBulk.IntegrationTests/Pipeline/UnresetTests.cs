using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A pool that resets no session hands it to whoever comes next as the last call has left it.</summary>
[BothServers]
[Collection(Alone.Name)]
public abstract class UnresetTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;

    [Theory]
    [InlineData(true, true, false)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    [InlineData(false, false, false)]
    [InlineData(true, true, true)]
    [InlineData(true, false, true)]
    [InlineData(false, true, true)]
    [InlineData(false, false, true)]
    public async Task Whoever_comes_next_finds_the_session_as_the_last_one_did(bool isJoined, bool isAsync, bool fails)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Tickets.Model, "Connection Reset=False;Maximum Pool Size=4");
        (long session, string before) = await LookAsync(database);
        for (int call = 0; call < 3; call++)
        {
            await using ModelContext context = database.Context();
            await using IDbContextTransaction? transaction = isJoined ? await context.Database.BeginTransactionAsync(Token) : null;
            List<Ticket> tickets = Tickets.New(Rows, 1 + (call * Rows));
            if (fails)
                tickets[200].Token = tickets[100].Token;
            Exception? failure = await Record.ExceptionAsync(async () => Assert.True((await context.InsertAsync(isAsync, tickets, new() { Pipelining = BulkPipelining.Always })).IsPipelined));
            Assert.Equal(fails ? 1062 : 0, failure is null ? 0 : Assert.IsType<BulkOperationException>(failure).ErrorNumber);
            if (transaction is not null)
                await transaction.CommitAsync(Token);
        }

        (long after, string left) = await LookAsync(database);
        Assert.Equal((session, before), (after, left));
        Assert.Equal(fails ? 0 : 3 * Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
        await using ModelContext next = database.Context();
        await OrdinaryQueries.GetTheirOwnAnswersAsync(next, 200);
    }

    // The server's number for the session, and what a call changes in it for a while.
    private async Task<(long Session, string State)> LookAsync(TestDatabase database)
    {
        string readOnly = kind == ServerKind.MySql ? "transaction_read_only" : "tx_read_only";
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        object?[] row = (await TestDatabase.QueryAsync(context, $"SELECT CONNECTION_ID(), CONCAT_WS(' ', @@SESSION.autocommit, @@SESSION.{readOnly}, @@SESSION.sql_mode)"))[0];
        string prepared = string.Join(' ', (await TestDatabase.QueryAsync(context, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'"))[0]);
        return (Convert.ToInt64(row[0], CultureInfo.InvariantCulture), $"{row[1]} {prepared}");
    }
}
