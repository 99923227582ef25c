using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.Pipeline;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>What each mode accepts. MySQL's certificate is issued by its own authority and names no host; MariaDB's is self-signed and names the host.</summary>
public sealed class TlsTests(Servers servers)
{
    private static readonly ServerOptions RequireTls = new() { RequireTls = true };

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Preferred_and_required_encrypt_where_the_server_can(bool synchronous)
    {
        RunningServer server = await servers.OfAsync(ServerKind.MySql);
        foreach (TlsMode tls in (TlsMode[])[TlsMode.Preferred, TlsMode.Required])
        {
            PipelineSession session = await (server.Settings() with { Tls = tls }).OpenAsync(synchronous);
            Assert.True(session.IsEncrypted);
            Assert.StartsWith("TLS", (await session.QueryAsync("SHOW SESSION STATUS LIKE 'Ssl_version'"))[0][1], StringComparison.Ordinal);
            await session.CloseAsync();
        }
    }

    [Fact]
    public async Task An_authority_that_is_not_trusted_is_refused()
    {
        RunningServer server = await servers.OfAsync(ServerKind.MySql);
        foreach (TlsMode tls in (TlsMode[])[TlsMode.VerifyCA, TlsMode.VerifyFull])
            await Assert.ThrowsAsync<PipelineBrokenException>(async () => await (server.Settings() with { Tls = tls }).OpenAsync());
    }

    [Fact]
    public async Task A_given_authority_is_enough_for_VerifyCA_and_not_for_VerifyFull()
    {
        RunningServer server = await servers.OfAsync(ServerKind.MySql);
        PipelineSettings settings = server.Settings() with { AuthorityFile = await server.FileAsync("SELECT CONCAT(@@datadir, 'ca.pem')"), Tls = TlsMode.VerifyCA };
        PipelineSession session = await settings.OpenAsync();
        Assert.True(session.IsEncrypted);
        await session.CloseAsync();
        PipelineBrokenException refused = await Assert.ThrowsAsync<PipelineBrokenException>(async () => await (settings with { Tls = TlsMode.VerifyFull }).OpenAsync());
        Assert.Contains("another host", refused.Message, StringComparison.Ordinal);
        string other = await server.FileAsync("SELECT CONCAT(@@datadir, 'client-cert.pem')");
        await Assert.ThrowsAsync<PipelineBrokenException>(async () => await (settings with { AuthorityFile = other }).OpenAsync());
    }

    [Fact]
    public async Task A_certificate_that_names_the_host_passes_VerifyFull()
    {
        RunningServer server = await servers.OfAsync(ServerKind.MariaDb, RequireTls);
        PipelineSession root = await (server.Settings() with { Tls = TlsMode.Required }).OpenAsync();
        string certificate = (await root.ValueAsync("SELECT @@ssl_cert"))!;
        await root.CloseAsync();
        Assert.SkipUnless(File.Exists(certificate), "The server's files are out of reach.");
        PipelineSession session = await (server.Settings() with { Tls = TlsMode.VerifyFull, AuthorityFile = certificate }).OpenAsync();
        Assert.True(session.IsEncrypted);
        await session.CloseAsync();
    }

    [Fact]
    public async Task A_server_that_insists_refuses_plain_text()
    {
        RunningServer server = await servers.OfAsync(ServerKind.MariaDb, RequireTls);
        await Assert.ThrowsAsync<ServerException>(async () => await (server.Settings() with { Tls = TlsMode.None }).OpenAsync());
    }

    [Fact]
    public async Task A_server_without_TLS_is_refused_where_it_is_required_and_taken_where_it_is_preferred()
    {
        RunningServer server = await servers.OfAsync(ServerKind.MariaDb);
        await Assert.ThrowsAsync<PipelineUnsupportedException>(async () => await (server.Settings() with { Tls = TlsMode.Required }).OpenAsync());
        PipelineSession session = await (server.Settings() with { Tls = TlsMode.Preferred }).OpenAsync();
        Assert.False(session.IsEncrypted);
        await session.CloseAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_client_certificate_is_shown_to_the_server(bool synchronous)
    {
        RunningServer server = await servers.OfAsync(ServerKind.MySql);
        string certificate = await server.FileAsync("SELECT CONCAT(@@datadir, 'client-cert.pem')");
        string user = "x" + Guid.NewGuid().ToString("N")[..12];
        PipelineSession root = await server.Settings().OpenAsync();
        await root.QueryAsync($"CREATE USER {user} IDENTIFIED BY 'pw' REQUIRE X509");
        PipelineSettings settings = server.Settings() with { User = user, Password = "pw", Tls = TlsMode.Required };
        await Assert.ThrowsAsync<ServerException>(async () => await settings.OpenAsync(synchronous));
        settings = settings with { CertificateFile = certificate, CertificateKeyFile = Path.Combine(Path.GetDirectoryName(certificate)!, "client-key.pem") };
        await (await settings.OpenAsync(synchronous)).CloseAsync();
        await root.QueryAsync($"DROP USER {user}");
        await root.CloseAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_flight_over_TLS_gathers_every_answer(bool synchronous)
    {
        RunningServer server = await servers.OfAsync(ServerKind.MySql);
        PipelineSession session = await (server.Settings() with { Tls = TlsMode.Required }).OpenAsync(synchronous);
        OutcomeList outcomes = new();
        Flight flight = session.StartFlight(FlightLimits.Default, outcomes);
        for (int i = 0; i < 5_000; i++)
        {
            flight.Query(i % 1_000 == 999 ? "SELECT REPEAT('x', 40000)" : i % 1_000 == 500 ? "wrong" : "DO 0");
            if (flight.MustPump)
                await flight.PumpAsync();
        }

        await flight.CompleteAsync();
        Assert.Equal(4_995, outcomes.Ok.Count);
        Assert.Equal([(500, 1064), (1_500, 1064), (2_500, 1064), (3_500, 1064), (4_500, 1064)], outcomes.Errors);
        await session.CloseAsync();
    }
}
