using EFCore.MySqlBulk.IntegrationTests.Databases;
using EFCore.MySqlBulk.IntegrationTests.Keys;
using EFCore.MySqlBulk.Pipeline;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>MySQL's own authentication plugin, with and without the password in the server's cache. Not on the server that most tests share: its cache is emptied.</summary>
public sealed class CachingSha2PasswordTests(Servers servers)
{
    [Fact]
    public async Task A_handshake_with_a_cold_cache_needs_the_servers_key_and_one_with_a_warm_cache_does_not()
    {
        RunningServer server = await ServerAsync();
        PipelineSettings account = await AccountAsync(server, "cold", "caching_sha2_password");
        await Assert.ThrowsAsync<PipelineUnsupportedException>(async () => await account.OpenAsync());
        await CloseAsync(account with { AllowPublicKeyRetrieval = true });
        await CloseAsync(account);
        await ForgetAsync(server);
        await Assert.ThrowsAsync<PipelineUnsupportedException>(async () => await account.OpenAsync());
    }

    [Fact]
    public async Task A_handshake_with_a_cold_cache_needs_no_key_over_TLS()
    {
        RunningServer server = await ServerAsync();
        await CloseAsync(await AccountAsync(server, "tls", "caching_sha2_password") with { Tls = TlsMode.Required });
    }

    [Fact]
    public async Task A_key_from_a_file_serves_as_well()
    {
        RunningServer server = await ServerAsync();
        string key = await server.FileAsync("SELECT CONCAT(@@datadir, 'public_key.pem')");
        await CloseAsync(await AccountAsync(server, "keyfile", "caching_sha2_password") with { ServerPublicKeyFile = key });
    }

    [Fact]
    public async Task An_unknown_authentication_method_is_named()
    {
        RunningServer server = await ServerAsync();
        PipelineSettings account = await AccountAsync(server, "sha256", "sha256_password");
        PipelineUnsupportedException unsupported = await Assert.ThrowsAsync<PipelineUnsupportedException>(async () => await account.OpenAsync());
        Assert.Contains("sha256_password", unsupported.Message, StringComparison.Ordinal);
    }

    private static async Task CloseAsync(PipelineSettings settings) => await (await settings.OpenAsync()).CloseAsync();

    private static async Task ForgetAsync(RunningServer server)
    {
        PipelineSession root = await (server.Settings() with { Tls = TlsMode.Preferred }).OpenAsync();
        await root.QueryAsync("FLUSH PRIVILEGES");
        await root.CloseAsync();
    }

    private static async Task<PipelineSettings> AccountAsync(RunningServer server, string user, string plugin)
    {
        PipelineSession root = await server.Settings().OpenAsync();
        await root.QueryAsync($"DROP USER IF EXISTS {user}; CREATE USER {user} IDENTIFIED WITH {plugin} BY 'secret'");
        await root.CloseAsync();
        return server.Settings() with { User = user, Password = "secret", Tls = TlsMode.None, AllowPublicKeyRetrieval = false };
    }

    private Task<RunningServer> ServerAsync() => servers.OfAsync(ServerKind.MySql, IncrementTests.SevenApart);
}
