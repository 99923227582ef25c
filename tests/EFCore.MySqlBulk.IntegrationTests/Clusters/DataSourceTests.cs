#if !CONNECTORNET
using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using MySqlConnector;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>A data source that lists the members, with what only it knows: calls stay on the member that their context has reached, and ask its callbacks.</summary>
[OnlyInFullRuns("ServerListTests have the list in a connection string.")]
public sealed class DataSourceTests(MultiPrimaryGroup cluster) : IClassFixture<MultiPrimaryGroup>
{
    private const int Rows = 20_000;

    [Theory]
    [InlineData("nothing", "RoundRobin", 1)]
    [InlineData("nothing", "RoundRobin", 3)]
    [InlineData("nothing", "FailOver", 3)]
    [InlineData("a certificate callback", "RoundRobin", 1)]
    [InlineData("a certificate callback", "RoundRobin", 3)]
    [InlineData("a periodic password", "RoundRobin", 1)]
    [InlineData("a periodic password", "RoundRobin", 3)]
    [InlineData("a periodic password", "FailOver", 3)]
    [InlineData("a password", "RoundRobin", 3)]
    public async Task Calls_are_pipelined_over_connections_to_one_member(string callback, string balance, int connections)
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        int asked = 0;
        await using MySqlDataSource source = Source(database, callback, balance, () => Interlocked.Increment(ref asked));
        for (int call = 0; call < 3; call++)
        {
            await using ModelContext context = database.Context(options => options.UseMySql(source, database.Server.Version));
            List<Ticket> tickets = Tickets.New(Rows, 1 + (call * Rows));

            BulkResult inserted = await context.BulkInsertAsync(tickets, new() { Connections = connections, Pipelining = BulkPipelining.Always }, Token);

            Assert.Equal((Rows, true, connections), (inserted.RowsInserted, inserted.IsPipelined, inserted.Connections));
            Assert.DoesNotContain(tickets, ticket => ticket.Id == 0);
        }

        await cluster.SeenByAllAsync(database, 3 * Rows);
        Assert.Equal(callback == "nothing", asked == 0);
    }

    [Theory]
    [InlineData("a certificate callback")]
    [InlineData("a periodic password")]
    [InlineData("a password")]
    public async Task A_cancelled_call_is_ended_on_that_member(string callback)
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await using MySqlDataSource source = Source(database, callback, "RoundRobin", () => { });
        (OperationCanceledException? cancelled, TimeSpan took, long waiting) = await CancelAsync(database, source, () => { });

        Assert.True(cancelled is not null);
        Assert.Equal(0, waiting);
        Assert.InRange(took, TimeSpan.Zero, TimeSpan.FromSeconds(5));
    }

    [Fact]
    public async Task A_cancelled_call_ends_if_no_connection_can_be_opened_to_end_it()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await using MySqlDataSource source = Source(database, "a password", "RoundRobin", () => { });
        (OperationCanceledException? cancelled, TimeSpan took, _) = await CancelAsync(database, source, () => source.Password = "another");

        Assert.True(cancelled is not null);
        Assert.InRange(took, TimeSpan.Zero, TimeSpan.FromSeconds(12));
        Assert.Contains("abandoned", cancelled.Message, StringComparison.Ordinal);
        // Its transaction ends with its connection.
        Assert.All(await Tickets.StoredAsync(database), ticket => Assert.NotEqual(-1, ticket.Score));
    }

    private static async Task<(OperationCanceledException? Cancelled, TimeSpan Took, long Waiting)> CancelAsync(TestDatabase database, MySqlDataSource source, Action before)
    {
        List<Ticket> tickets = await Tickets.SeedAsync(database, 2_000);
        await using ModelContext context = database.Context(options => options.UseMySql(source, database.Server.Version));
        // It stays on the first member, which has the rows.
        await context.Database.OpenConnectionAsync(Token);
        while (Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT @@server_id"))[0][0], CultureInfo.InvariantCulture) != 1)
        {
            await context.Database.CloseConnectionAsync();
            await context.Database.OpenConnectionAsync(Token);
        }

        await using ModelContext holder = database.Context();
        await using IDbContextTransaction transaction = await holder.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(holder, "UPDATE tickets SET Score = 0 WHERE Token = 1");
        tickets.ForEach(ticket => ticket.Score = -1);
        using CancellationTokenSource soon = new();
        Task<BulkResult> call = context.BulkUpdateAsync(tickets, new() { Pipelining = BulkPipelining.Always }, soon.Token);
        while (await WaitingAsync(holder) == 0)
            await Task.Delay(20, Token);
        before();
        long started = Stopwatch.GetTimestamp();
        await soon.CancelAsync();
        Exception? failure = await Record.ExceptionAsync(() => call);
        TimeSpan took = Stopwatch.GetElapsedTime(started);
        long waiting = await WaitingAsync(holder);
        await transaction.RollbackAsync(Token);
        return (failure as OperationCanceledException, took, waiting);
    }

    private static async Task<long> WaitingAsync(ModelContext context)
        => Convert.ToInt64((await TestDatabase.QueryAsync(context, "SELECT COUNT(*) FROM performance_schema.data_lock_waits"))[0][0], CultureInfo.InvariantCulture);

    private MySqlDataSource Source(TestDatabase database, string callback, string balance, Action asked)
    {
        MySqlConnectionStringBuilder settings = new(database.ConnectionString)
        {
            Server = string.Join(',', cluster.Members.Select(member => member.Host)),
            LoadBalance = Enum.Parse<MySqlLoadBalance>(balance),
            AllowUserVariables = true,
            UseAffectedRows = false,
        };
        string password = settings.Password;
        if (callback is "a periodic password" or "a password")
            settings.Password = "";
        if (callback == "a certificate callback")
            settings.SslMode = MySqlSslMode.Required;
        MySqlDataSourceBuilder builder = new(settings.ConnectionString);
        if (callback == "a certificate callback")
        {
            builder.UseRemoteCertificateValidationCallback((_, certificate, _, _) =>
            {
                asked();
                // The servers of the tests sign their certificates themselves.
                return certificate is not null;
            });
        }

        if (callback == "a periodic password")
        {
            builder.UsePeriodicPasswordProvider(
                (_, _) =>
                {
                    asked();
                    return ValueTask.FromResult(password);
                }, TimeSpan.FromHours(1), TimeSpan.FromSeconds(1));
        }

        MySqlDataSource source = builder.Build();
        if (callback == "a password")
        {
            source.Password = password;
            asked();
        }

        return source;
    }
}
#endif
