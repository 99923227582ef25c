using System.Data.Common;
using TestServers;

namespace Web;

/// <summary>Only for the sample: a server that starts and ends with it, unless the configuration names one.</summary>
internal sealed class DemoDatabase : IAsyncDisposable
{
    private readonly TestServer? _server;

    private DemoDatabase(string connectionString, TestServer? server)
    {
        ConnectionString = connectionString;
        _server = server;
    }

    public string ConnectionString { get; }

    /// <param name="connectionString">The server and the database, which must be empty or not exist; null starts a server.</param>
    /// <exception cref="ServerUnavailableException">No server can be started.</exception>
    public static async Task<DemoDatabase> OpenAsync(string? connectionString)
    {
        if (connectionString is not null)
            return new(connectionString, null);
        TestServer server = await TestServer.StartAsync(ServerKind.MySql);
        Console.WriteLine(server.Origin);
        return new(new DbConnectionStringBuilder { ConnectionString = server.ConnectionString, ["Database"] = "cities_web" }.ConnectionString, server);
    }

    /// <summary>A real application has migrations instead.</summary>
    public static async Task CreateTableAsync(IServiceProvider services)
    {
        await using AsyncServiceScope scope = services.CreateAsyncScope();
        await scope.ServiceProvider.GetRequiredService<CitiesContext>().Database.EnsureCreatedAsync();
    }

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? default;
}
