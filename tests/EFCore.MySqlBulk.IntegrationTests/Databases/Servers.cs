using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

[assembly: AssemblyFixture(typeof(Servers))]

namespace EFCore.MySqlBulk.IntegrationTests.Databases;

/// <summary>The servers of a test run: one for each kind and set of options, started when a test first asks for it.</summary>
public sealed class Servers : IAsyncLifetime
{
    private readonly ConcurrentDictionary<(ServerKind Kind, ServerOptions Options), Lazy<Task<RunningServer>>> _servers = new();

    /// <summary>A server with the given options. No test cuts the power, so commits need not survive that.</summary>
    public Task<RunningServer> OfAsync(ServerKind kind, ServerOptions? options = null)
        => _servers.GetOrAdd((kind, (options ?? new()) with { SurvivesPowerCut = false }), static key => new(() => StartAsync(key.Kind, key.Options))).Value;

    public ValueTask InitializeAsync() => default;

    public async ValueTask DisposeAsync()
    {
        foreach (Lazy<Task<RunningServer>> server in _servers.Values)
        {
            // A server that did not start has failed its tests already.
            if (server.IsValueCreated && await Task.WhenAny(server.Value) is { IsCompletedSuccessfully: true })
                await (await server.Value).Server.DisposeAsync();
        }
    }

    private static async Task<RunningServer> StartAsync(ServerKind kind, ServerOptions options)
    {
        TestServer server = await TestServer.StartAsync(kind, options);
        return new(server, await ServerVersion.AutoDetectAsync(server.ConnectionString));
    }
}
