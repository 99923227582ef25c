using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.Pipeline;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>The handshake with both servers.</summary>
public abstract class HandshakeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Names_and_passwords_may_have_any_characters(bool synchronous)
    {
        RunningServer server = await servers.OfAsync(kind);
        foreach (string password in (string[])["", "pw", "pä ss'w;ö\\rd😀", new('x', 200)])
        {
            PipelineSession root = await server.Settings().OpenAsync(synchronous);
            string user = "ü" + Guid.NewGuid().ToString("N")[..12];
            await root.QueryAsync($"CREATE USER '{user}'@'%' IDENTIFIED BY '{password.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal)}'");
            foreach (TlsMode tls in (TlsMode[])[TlsMode.None, TlsMode.Preferred, TlsMode.None])
            {
                PipelineSession session = await (server.Settings() with { User = user, Password = password, Tls = tls }).OpenAsync(synchronous);
                Assert.StartsWith(user, await session.ValueAsync("SELECT USER()"), StringComparison.Ordinal);
                Assert.Equal($"{session.ConnectionId}", await session.ValueAsync("SELECT CONNECTION_ID()"));
                Assert.Equal("utf8mb4", await session.ValueAsync("SELECT @@character_set_client"));
                Assert.True(session.RoundTrip > TimeSpan.Zero);
                await session.CloseAsync();
                ServerException refused = await Assert.ThrowsAsync<ServerException>(
                    async () => await (server.Settings() with { User = user, Password = password + "x", Tls = tls }).OpenAsync(synchronous));
                Assert.Equal((1045, "28000"), (refused.Number, refused.SqlState));
            }

            await root.QueryAsync($"DROP USER '{user}'@'%'");
            await root.CloseAsync();
        }
    }

    [Fact]
    public async Task An_unknown_database_is_refused_by_the_server()
    {
        RunningServer server = await servers.OfAsync(kind);
        ServerException refused = await Assert.ThrowsAsync<ServerException>(async () => await (server.Settings() with { Database = "nowhere" }).OpenAsync());
        Assert.Equal(1049, refused.Number);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_Unix_socket_leads_to_the_server(bool synchronous)
    {
        RunningServer server = await servers.OfAsync(kind);
        // The path may be longer than a socket's name can be.
        string socket = await server.FileAsync("SELECT IF(@@socket LIKE '/%', @@socket, CONCAT(@@datadir, @@socket))");
        string link = Path.Combine(Path.GetTempPath(), $"p{Guid.NewGuid():N}.sock");
        File.CreateSymbolicLink(link, socket);
        try
        {
            PipelineSession session = await (server.Settings() with { UnixSocket = link, AllowPublicKeyRetrieval = false }).OpenAsync(synchronous);
            Assert.Contains("localhost", await session.ValueAsync("SELECT USER()"), StringComparison.Ordinal);
            Assert.False(session.IsEncrypted);
            await session.CloseAsync();
        }
        finally
        {
            File.Delete(link);
        }
    }
}

public sealed class HandshakeWithMySql(Servers servers) : HandshakeTests(servers, ServerKind.MySql);

public sealed class HandshakeWithMariaDb(Servers servers) : HandshakeTests(servers, ServerKind.MariaDb);
