#if !CONNECTORNET
// Connector/NET has no data source, and none of these callbacks.
using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using MySqlConnector;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>What a driver's connection or data source asks of its caller is asked by the driver, for every connection that is opened.</summary>
[BothServers]
public abstract class CallbackTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;
    private static readonly ServerOptions RequireTls = new() { RequireTls = true };

    [Theory]
    [InlineData("a certificate callback")]
    [InlineData("client certificates")]
    [InlineData("a password callback")]
    [InlineData("a certificate callback of a data source")]
    [InlineData("client certificates of a data source")]
    [InlineData("a periodic password")]
    [InlineData("a password of a data source")]
    [InlineData("an opened callback of a data source")]
    [InlineData("nothing")]
    public async Task A_callback_is_no_obstacle_and_is_asked_by_the_driver_once_for_each_connection(string callback)
    {
        // No server here would accept a client's certificate, so those tests do without TLS.
        bool usesTls = !callback.StartsWith("client certificates", StringComparison.Ordinal);
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, usesTls ? RequireTls : null);
        await using FaultProxy proxy = new(database.ConnectionString);
        await using Source source = new(callback, proxy.ConnectionString(database.ConnectionString, usesTls ? "SslMode=Required" : "SslMode=Disabled"), accepted: int.MaxValue);
        await using ModelContext context = database.Context(options => source.Use(options, database.Server.Version));
        List<Ticket> tickets = Tickets.New(Rows);
        await context.Database.OpenConnectionAsync();

        BulkResult executed = await ExecuteAsync(context, null);
        BulkResult inserted = await context.BulkInsertAsync(tickets, new() { Pipelining = BulkPipelining.Always });
        List<Ticket?> read = await context.Set<Ticket>().BulkReadAsync(tickets.Select(ticket => ticket.Id), new() { Pipelining = BulkPipelining.Always });

        Assert.All((BulkResult[])[executed, inserted], done => Assert.Equal((true, (long)Rows), (done.IsPipelined, done.RowsAffected)));
        Assert.Equal(Rows, read.Count(ticket => ticket is not null));
        // The context's connection, and the one over which pipelining was tried.
        Assert.Equal(2, proxy.Links.Count);
        if (callback is "a certificate callback" or "a certificate callback of a data source" or "a password callback")
            Assert.Equal(2, source.Asked);
    }

    [Fact]
    public async Task Where_a_callback_lets_no_second_connection_in_the_first_one_works_without_pipelining()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, RequireTls);
        await using FaultProxy proxy = new(database.ConnectionString);
        await using Source source = new("a certificate callback", proxy.ConnectionString(database.ConnectionString, "SslMode=Required"), accepted: 1);
        await using ModelContext context = database.Context(options => source.Use(options, database.Server.Version));
        await context.Database.OpenConnectionAsync();

        BulkResult executed = await ExecuteAsync(context, null);

        Assert.Equal((false, (long)Rows), (executed.IsPipelined, executed.RowsAffected));
        Assert.Contains(executed.Warnings, warning => warning.Contains("a trial of pipelining failed", StringComparison.Ordinal));
        await database.ExecuteAsync("DELETE FROM tickets");
        Exception asked = await Assert.ThrowsAnyAsync<Exception>(() => ExecuteAsync(context, BulkPipelining.Always));
        Assert.True(asked is InvalidOperationException or BulkOperationException { Outcome: BulkOutcome.Nothing }, asked.ToString());
        Assert.Contains("a trial of pipelining failed", asked.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    // The server is told to end the session whose connection broke, over another connection.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Ending_a_lost_session_asks_the_callback_too(bool accepts)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, RequireTls);
        await using FaultProxy proxy = new(database.ConnectionString);
        int asked = 0;
        await using MySqlConnection connection = new(proxy.ConnectionString(database.ConnectionString, "SslMode=Required;AllowUserVariables=True;UseAffectedRows=False"))
        {
            RemoteCertificateValidationCallback = (_, _, _, _) => Interlocked.Increment(ref asked) == 1 || accepts,
        };
        await using ModelContext context = database.Context(options => options.UseMySql((DbConnection)connection, database.Server.Version));

        Task<BulkResult> call = context.BulkExecuteRawAsync([1], "INSERT INTO tickets (Token, Name, Score) SELECT {0}, 'x', SLEEP(20)", token => token);
        await Threads.ReachedAsync(database, call, $"DB = '{database.Name}' AND STATE = 'User sleep'");
        ProxyLink first = Assert.Single(proxy.Links);
        first.Reset();

        await Assert.ThrowsAnyAsync<Exception>(() => call);
        Assert.Equal(proxy.Links.Count, asked);
        Assert.True(asked > 1);
        if (accepts)
            await Threads.GoneAsync(database, [first]);
        else
            await database.ExecuteAsync($"KILL {first.ThreadId}");
    }

    private static Task<BulkResult> ExecuteAsync(ModelContext context, BulkPipelining? pipelining) => context.BulkExecuteRawAsync(
        Enumerable.Range(-Rows, Rows).ToList(), "INSERT INTO tickets (Token, Name, Score) VALUES ({0}, 'x', 0)", token => token, new() { Pipelining = pipelining });

    /// <summary>What a context's connections come from: a data source, or one connection.</summary>
    private sealed class Source : IAsyncDisposable
    {
        private readonly MySqlDataSource? _data;
        private readonly MySqlConnection? _connection;
        private int _asked;

        public Source(string callback, string connectionString, int accepted)
        {
            MySqlConnectionStringBuilder settings = new(connectionString) { AllowUserVariables = true, UseAffectedRows = false, PersistSecurityInfo = true };
            string password = settings.Password;
            if (callback is "a password callback" or "a periodic password" or "a password of a data source")
                settings.Password = "";
            MySqlDataSourceBuilder builder = new(settings.ConnectionString);
            MySqlConnection connection = new(settings.ConnectionString);
            switch (callback)
            {
                case "a certificate callback":
                    connection.RemoteCertificateValidationCallback = (_, _, _, _) => Interlocked.Increment(ref _asked) <= accepted;
                    break;
                case "client certificates":
                    connection.ProvideClientCertificatesCallback = _ => default;
                    break;
                case "a password callback":
                    connection.ProvidePasswordCallback = _ =>
                    {
                        Interlocked.Increment(ref _asked);
                        return password;
                    };
                    break;
                case "a certificate callback of a data source":
                    builder.UseRemoteCertificateValidationCallback((_, _, _, _) => Interlocked.Increment(ref _asked) <= accepted);
                    break;
                case "client certificates of a data source":
                    builder.UseClientCertificatesCallback(_ => default);
                    break;
                case "a periodic password":
                    builder.UsePeriodicPasswordProvider((_, _) => ValueTask.FromResult(password), TimeSpan.FromHours(1), TimeSpan.FromSeconds(1));
                    break;
                case "an opened callback of a data source":
                    builder.UseConnectionOpenedCallback((_, _) => default);
                    break;
            }

            if (callback is "a certificate callback" or "client certificates" or "a password callback")
            {
                _connection = connection;
                return;
            }

            _data = builder.Build();
            if (callback == "a password of a data source")
                _data.Password = password;
        }

        /// <summary>How often it was asked.</summary>
        public int Asked => _asked;

        public void Use(DbContextOptionsBuilder options, ServerVersion version)
            => _ = _data is null ? options.UseMySql((DbConnection)_connection!, version) : options.UseMySql(_data, version);

        public async ValueTask DisposeAsync()
        {
            if (_data is not null)
                await _data.DisposeAsync();
            if (_connection is not null)
                await _connection.DisposeAsync();
        }
    }
}
#endif
