#if !CONNECTORNET
// Connector/NET sends no KILL QUERY of its own for asynchronous calls.
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Cancellation;

/// <summary>MariaDB lists a session as <c>Killed</c> from a <c>KILL QUERY</c> until its next statement, also if there was nothing to end. If the network has swallowed a statement, the driver's timeout leaves such a
/// session, until the server notices that its connection is gone; it has no transaction.</summary>
public sealed class KilledStateTests(Servers servers)
{
    [Fact]
    public async Task An_idle_session_is_listed_as_killed_until_its_next_statement()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, ServerKind.MariaDb);
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        long session = Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT CONNECTION_ID()"))[0][0], CultureInfo.InvariantCulture);

        await database.ExecuteAsync($"KILL QUERY {session}");
        Assert.Equal("Killed", await CommandAsync(database, session));

        Assert.Equal(session, Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT CONNECTION_ID()"))[0][0], CultureInfo.InvariantCulture));
        Assert.Equal("Sleep", await CommandAsync(database, session));
    }

    [Fact]
    public async Task A_session_whose_statement_was_lost_on_the_way_is_listed_as_killed_and_has_no_transaction()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, ServerKind.MariaDb);
        bool isCut = false;
        await using FaultProxy proxy = new(database.ConnectionString, new() { OnPacket = (_, packet) => isCut && packet.Command == CommandCode.Query ? Once() : Fault.None });
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled;Pooling=False");
        await context.Database.OpenConnectionAsync();
        isCut = true;

        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(Tickets.New(10), new() { Timeout = TimeSpan.FromSeconds(1) }));

        long session = proxy.Links.First().ThreadId;
        Assert.Equal("Killed", await CommandAsync(database, session));
        Assert.Equal(0, await database.CountAsync($"SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = {session}"));
        Assert.Empty(await Tickets.StoredAsync(database));

        Fault Once()
        {
            isCut = false;
            return Fault.Cut;
        }
    }

    private static async Task<string?> CommandAsync(TestDatabase database, long session)
        => (string?)(await database.QueryAsync($"SELECT COMMAND FROM information_schema.PROCESSLIST WHERE ID = {session}"))[0][0];
}
#endif
