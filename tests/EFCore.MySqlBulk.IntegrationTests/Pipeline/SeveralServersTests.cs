using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A connection string that lists several servers. Connector/NET keeps the list of the string that is being opened in one place for the whole process, and any other string that is opened
/// meanwhile takes it away.</summary>
[BothServers]
[Collection(Alone.Name)]
public abstract class SeveralServersTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Several_servers_in_the_string_are_no_obstacle()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        string several = new DbConnectionStringBuilder { ConnectionString = $"{database.ConnectionString};Server=127.0.0.1,localhost;Pooling=False" }.ConnectionString;
        await using ModelContext context = database.Context(options => options.UseMySql(several, database.Server.Version));
        BulkResult done = await context.BulkExecuteRawAsync(
            Enumerable.Range(1, 200).ToList(), "INSERT INTO tickets (Token, Name, Score) VALUES ({0}, 'x', 0)", token => token, cancellationToken: Token);
        Assert.Equal((BulkStrategy.PipelinedArrayBatch, 200L, true), (done.Strategy, done.RowsAffected, done.IsPipelined));
        Assert.Equal(Enumerable.Range(1, 200), (await Tickets.StoredAsync(database)).Select(ticket => ticket.Token).Order());
    }
}
