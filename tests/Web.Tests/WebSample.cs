using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using TestServers;
using Web.Tests;

[assembly: AssemblyFixture(typeof(WebSample))]
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Web.Tests;

/// <summary>The sample, with a MySQL server that the tests can query.</summary>
public sealed class WebSample : IAsyncLifetime
{
    private TestServer? _server;
    private WebProgram? _program;
    private CitiesTable? _table;

    public Uri Address => _program!.Address;

    internal CitiesTable Table => _table!;

    internal string ConnectionString { get; private set; } = "";

    public async ValueTask InitializeAsync()
    {
        _server = await TestServer.StartAsync(ServerKind.MySql, new ServerOptions { SurvivesPowerCut = false });
        ConnectionString = new DbConnectionStringBuilder { ConnectionString = _server.ConnectionString, ["Database"] = "cities_web" }.ConnectionString;
        _table = new(ConnectionString, await ServerVersion.AutoDetectAsync(_server.ConnectionString));
        _program = await WebProgram.StartAsync(ConnectionString);
    }

    public async ValueTask DisposeAsync()
    {
        if (_program is not null)
            await _program.DisposeAsync();
        if (_server is not null)
            await _server.DisposeAsync();
    }
}
