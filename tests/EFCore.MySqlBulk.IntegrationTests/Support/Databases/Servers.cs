using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

[assembly: AssemblyFixture(typeof(Servers))]

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>The servers of a test run: one for each kind and set of options, started when a test first asks for it.</summary>
public sealed class Servers : IAsyncLifetime
{
    private readonly ConcurrentDictionary<(ServerKind Kind, ServerOptions Options), Lazy<Task<RunningServer>>> _servers = new();

    /// <summary>Options of the one server that allows a lot: large packets, many connections, LOAD DATA LOCAL.</summary>
    public static ServerOptions Roomy { get; } = new() { MaxAllowedPacket = 64 << 20, RedoLogCapacity = "512M", MaxConnections = 1_000, LocalInfile = true };

    /// <summary>A server with the given options.</summary>
    public Task<RunningServer> OfAsync(ServerKind kind, ServerOptions? options = null)
        => _servers.GetOrAdd((kind, Light(options ?? new())), static key => new(() => StartAsync(key.Kind, key.Options))).Value;

    public ValueTask InitializeAsync() => default;

    public async ValueTask DisposeAsync()
    {
        foreach (Lazy<Task<RunningServer>> server in _servers.Values)
        {
            // A server that did not start has already failed its tests.
            if (server.IsValueCreated && await Task.WhenAny(server.Value) is { IsCompletedSuccessfully: true })
                await (await server.Value).Server.DisposeAsync();
        }
    }

    // No test cuts the power, so commits need not survive that. An existing server keeps its own settings, and a full run uses a server's defaults.
    private static ServerOptions Light(ServerOptions options)
    {
        options = options with { SurvivesPowerCut = false };
        return FullRun.IsAsked ? options : options with { BinaryLog = options.BinaryLog ?? false, PerformanceSchema = options.PerformanceSchema ?? false };
    }

    private static async Task<RunningServer> StartAsync(ServerKind kind, ServerOptions options)
    {
        TestServer server = await TestServer.StartAsync(kind, options);
        return new(server, await ServerVersion.AutoDetectAsync(server.ConnectionString));
    }
}
