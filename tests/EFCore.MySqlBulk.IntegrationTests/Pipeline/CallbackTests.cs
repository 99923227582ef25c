#if !CONNECTORNET
// Connector/NET has no data source, and none of these callbacks.
using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Model;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Proxy;
using Microsoft.EntityFrameworkCore;
using MySqlConnector;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>What a driver's connection or data source asks of its caller is asked by the driver alone: no other connection logs in.</summary>
public abstract class CallbackTests(Servers servers, ServerKind kind)
{
    private const int Rows = 2_000;
    private static readonly ServerOptions RequireTls = new() { RequireTls = true };

    [Theory]
    [InlineData("a certificate callback", "the connection's RemoteCertificateValidationCallback")]
    [InlineData("client certificates", "the connection's ProvideClientCertificatesCallback")]
    [InlineData("a password callback", "the connection's ProvidePasswordCallback")]
    [InlineData("a certificate callback of a data source", "the data source's RemoteCertificateValidationCallback")]
    [InlineData("client certificates of a data source", "the data source's ClientCertificatesCallback")]
    [InlineData("a periodic password", "the data source's PeriodicPasswordProvider")]
    [InlineData("a password of a data source", "the data source's ProvidePasswordCallback")]
    [InlineData("an opened callback of a data source", "the data source's ConnectionOpenedCallback")]
    public async Task With_a_callback_nothing_logs_in_beside_the_driver(string callback, string reason)
    {
        // No server here would accept a client's certificate, so those tests do without TLS.
        bool usesTls = !callback.StartsWith("client certificates", StringComparison.Ordinal);
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, usesTls ? RequireTls : null);
        await using FaultProxy proxy = new(database.ConnectionString);
        await using Source source = new(callback, proxy.ConnectionString(database.ConnectionString, usesTls ? "SslMode=Required" : "SslMode=Disabled"));
        await using ModelContext context = database.Context(options => source.Use(options, database.Server.Version));
        List<Ticket> tickets = Tickets.New(Rows);
        await context.Database.OpenConnectionAsync();

        BulkResult executed = await ExecuteAsync(context, null);
        BulkResult inserted = await context.BulkInsertAsync(tickets);
        List<Ticket?> read = await context.Set<Ticket>().BulkReadAsync(tickets.Select(ticket => ticket.Id));

        foreach (BulkResult done in (BulkResult[])[executed, inserted])
            Assert.Equal((BulkConnection.Context, $"{reason} is set, and only the driver calls it"), (done.Connection, done.ConnectionReason));
        Assert.Equal(Rows, read.Count);
        NotSupportedException asked = await Assert.ThrowsAsync<NotSupportedException>(() => ExecuteAsync(context, BulkConnection.Own));
        Assert.Contains(reason, asked.Message, StringComparison.Ordinal);
        Assert.Single(proxy.Links);
    }

    [Fact]
    public async Task A_data_source_without_callbacks_is_no_obstacle()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, RequireTls);
        await using Source source = new("nothing", database.ConnectionString + ";SslMode=Required");
        await using ModelContext context = database.Context(options => source.Use(options, database.Server.Version));

        Assert.Equal(BulkConnection.Own, (await ExecuteAsync(context, null)).Connection);
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

        Task<BulkResult> call = context.BulkExecuteAsync("INSERT INTO tickets (Token, Name, Score) SELECT {0}, 'x', SLEEP(20)", [1], token => token);
        await Task.Delay(1_000);
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

    private static Task<BulkResult> ExecuteAsync(ModelContext context, BulkConnection? connection) => context.BulkExecuteAsync(
        "INSERT INTO tickets (Token, Name, Score) VALUES ({0}, 'x', 0)", Enumerable.Range(-Rows, Rows).ToList(), token => token, new() { Connection = connection });

    /// <summary>What a context's connections come from: a data source, or one connection.</summary>
    private sealed class Source : IAsyncDisposable
    {
        private readonly MySqlDataSource? _data;
        private readonly MySqlConnection? _connection;

        public Source(string callback, string connectionString)
        {
            MySqlConnectionStringBuilder settings = new(connectionString) { AllowUserVariables = true, UseAffectedRows = false, PersistSecurityInfo = true };
            string password = settings.Password;
            if (callback is "a password callback" or "a periodic password" or "a password of a data source")
                settings.Password = "";
            MySqlDataSourceBuilder builder = new(settings.ConnectionString);
            MySqlConnection connection = new(settings.ConnectionString);
            // The first connection is let in, every other one is refused.
            int asked = 0;
            switch (callback)
            {
                case "a certificate callback":
                    connection.RemoteCertificateValidationCallback = (_, _, _, _) => Interlocked.Increment(ref asked) == 1;
                    break;
                case "client certificates":
                    connection.ProvideClientCertificatesCallback = _ => default;
                    break;
                case "a password callback":
                    connection.ProvidePasswordCallback = _ => password;
                    break;
                case "a certificate callback of a data source":
                    builder.UseRemoteCertificateValidationCallback((_, _, _, _) => Interlocked.Increment(ref asked) == 1);
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

public sealed class CallbacksOnMySql(Servers servers) : CallbackTests(servers, ServerKind.MySql);

public sealed class CallbacksOnMariaDb(Servers servers) : CallbackTests(servers, ServerKind.MariaDb);
#endif
