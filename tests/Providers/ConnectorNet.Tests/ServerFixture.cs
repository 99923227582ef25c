using Microsoft.EntityFrameworkCore;
using MySql.Data.MySqlClient;
using TestServers;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>One server for the whole test run, and databases on it.</summary>
public abstract class ServerFixture(ServerKind kind) : IAsyncLifetime
{
    private TestServer? _server;
    private ServerVersion? _version;

    public ServerVersion Version => _version ?? throw new InvalidOperationException("The server was not started.");

    public string ConnectionString(string database) =>
        new MySqlConnectionStringBuilder(_server!.ConnectionString) { Database = database }.ConnectionString;

    public async ValueTask InitializeAsync()
    {
        _server = await TestServer.StartAsync(kind, new() { SurvivesPowerCut = false });
        _version = await ServerVersion.AutoDetectAsync(_server.ConnectionString);
    }

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }
}
