using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Connections beside the context's are opened by its driver with the settings of its connection string, as safely as the context's.</summary>
[BothServers]
public abstract class AccountTests(Servers servers, ServerKind kind)
{
    private const int Rows = 150;

    [Theory]
    [InlineData("plain")]
    [InlineData("semi;colon=and'quote\"double")]
    [InlineData(" spaces around ")]
    [InlineData("密码 пароль 🔑")]
    [InlineData("back\\slash%{0}")]
    [InlineData("")]
    public async Task Authentication_works_with_any_password(string password)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using Account user = await Account.CreateAsync(database, $"IDENTIFIED BY {Quoted(password)}");
        await using ModelContext context = Context(database, Settings(database, user.Name, password));
        await FurtherConnectionsWorkAsync(context, database);
    }

    [Theory]
    [InlineData("Server={0};Port={1};User ID={2};Password={3};Database={4}")]
    [InlineData("Host={0};Port={1};UID={2};PWD={3};Initial Catalog={4}")]
    [InlineData("Data Source={0};port={1};Username={2};password={3};database={4}")]
    [InlineData("DATASOURCE={0};PORT={1};User={2};pwd={3};database={4};Connect Timeout=5;Pooling=false")]
    [InlineData("server={0};port={1};user name={2};password={3};database={4};Connection Timeout=5;Default Command Timeout=20")]
    public async Task Every_name_of_a_setting_is_read(string format)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using Account user = await Account.CreateAsync(database, "IDENTIFIED BY 'pass word'");
        DbConnectionStringBuilder server = new() { ConnectionString = database.ConnectionString };
        string settings = string.Format(CultureInfo.InvariantCulture, format, server["Server"], server["Port"], user.Name, "'pass word'", database.Name);
        await using ModelContext context = Context(database, settings + (kind == ServerKind.MySql ? ";AllowPublicKeyRetrieval=True" : ""));
        await FurtherConnectionsWorkAsync(context, database);
    }

    [Fact]
    [OnEachServer("Each server has an authentication of its own.")]
    public async Task Where_the_context_encrypts_so_does_every_connection()
    {
        ServerOptions onlyTls = new() { RequireTls = true };
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, onlyTls);
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Required");

        await FurtherConnectionsWorkAsync(context, database);

        Assert.True(proxy.Links.Count >= 3);
        Assert.All(proxy.Links, link => Assert.True(link.IsEncrypted));
    }

    // Preferred trusts any server; but rows go over the connection that the context has, which got TLS, and over no other.
    [Theory]
    [InlineData("SslMode=Preferred")]
    [InlineData("SslMode=Required")]
    public async Task An_attacker_who_hides_TLS_gets_no_rows(string tls)
    {
        ServerOptions onlyTls = new() { RequireTls = true };
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, kind == ServerKind.MariaDb ? onlyTls : null);
        await using Account user = await Account.CreateAsync(database, "IDENTIFIED BY 'secret'");
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = Context(database, proxy.ConnectionString(Settings(database, user.Name, "secret"), tls + ";Pooling=False"));
        await context.Database.OpenConnectionAsync();
        Assert.True(Assert.Single(proxy.Links).IsEncrypted);
        proxy.Policy = new() { HidesTls = true };

        BulkResult? done = null;
        Exception? failure = await Record.ExceptionAsync(async () => done = await RunAsync(context));

        Assert.DoesNotContain(proxy.Links, link => link.IsPipeline || link.Executions > 0);
        if (failure is null)
            Assert.True(done!.IsPipelined);
        Assert.Equal(failure is null ? Rows : 0, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    private static async Task FurtherConnectionsWorkAsync(ModelContext context, TestDatabase database)
    {
        BulkResult done = await RunAsync(context, connections: 2);
        Assert.Equal((BulkStrategy.PipelinedArrayBatch, (long)Rows, 2), (done.Strategy, done.RowsAffected, done.Connections));
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    private static Task<BulkResult> RunAsync(ModelContext context, int connections = 1) => context.BulkExecuteRawAsync(
        Enumerable.Range(1, Rows).ToList(), "INSERT INTO tickets (Token, Name, Score) VALUES ({0}, 'x', 0)", token => token, new() { Pipelining = BulkPipelining.Always, Connections = connections, BatchRows = 50 });

    private static ModelContext Context(TestDatabase database, string settings) => database.Context(options => options.UseMySql(settings, database.Server.Version));

    private static string Settings(TestDatabase database, string user, string password) => new DbConnectionStringBuilder
    {
        ConnectionString = database.ConnectionString,
        ["User ID"] = user,
        ["Password"] = password,
    }.ConnectionString;

    private static string Quoted(string text) => "'" + text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal) + "'";
}
