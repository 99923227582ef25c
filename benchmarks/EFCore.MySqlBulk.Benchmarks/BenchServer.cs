using System.Data.Common;
using System.Net.Sockets;
using Microsoft.EntityFrameworkCore;
using TestServers;
using TestServers.Clusters;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The server of a run: the requested one, or one that is started for the run.</summary>
internal static class BenchServer
{
    // Room for the tables and a whole run, and no waits between the runs for a purge that has ended; the settings that make a commit durable keep their defaults.
    private static readonly ServerOptions Options = new() { BufferPoolSize = "1G", RedoLogCapacity = "1G", ShortensHistoryAtOnce = true };

    // LOAD DATA is compared. Only connections that send it allow it on the client's side.
    private static readonly ServerOptions OptionsOfTechniques = Options with { LocalInfile = true };

    public static async Task<T> UseAsync<T>(Arguments arguments, IProgress<string> progress, Func<string, Task<T>> measure, CancellationToken token)
    {
        if (arguments.Connection is { } connection)
        {
            await CheckAsync(connection, token);
            return await measure(connection);
        }
        await using TestServer server = await TestServer.StartAsync(
            arguments.Server, arguments.Kind is BenchmarkKind.Techniques or BenchmarkKind.Selection ? OptionsOfTechniques : Options, progress, token);
        progress.Report(server.Origin);
        return await measure(server.ConnectionString);
    }

    /// <summary>Starts a group of three on this machine, and measures with the connection strings of its servers, the primary first.</summary>
    public static async Task<T> UseGroupAsync<T>(IProgress<string> progress, Func<IReadOnlyList<string>, Task<T>> measure, CancellationToken token)
    {
        await using TestCluster cluster = await TestCluster.StartAsync(ClusterKind.GroupReplication, options: Options, progress: progress, cancellationToken: token);
        progress.Report($"three of {cluster.Members[0].Server.Origin}");
        return await measure([.. cluster.Members.Select(member => member.Server.ConnectionString)]);
    }

    /// <exception cref="UnusableConnectionException">The connection string is invalid, or no server answers there.</exception>
    private static async Task CheckAsync(string connection, CancellationToken token)
    {
        try
        {
            _ = new DbConnectionStringBuilder { ConnectionString = connection };
        }
        catch (ArgumentException exception)
        {
            // The string may hold a password, so the message does not repeat it.
            throw new UnusableConnectionException("--connection needs a connection string such as 'Server=localhost;User ID=root;Password=…'.", exception);
        }

        try
        {
            await ServerVersion.AutoDetectAsync(connection, token);
        }
        catch (Exception exception) when (exception is DbException or ArgumentException or FormatException or SocketException or TimeoutException or IOException)
        {
            throw new UnusableConnectionException($"--connection leads to no server: {exception.Message.ReplaceLineEndings(" ")}", exception);
        }
    }
}
