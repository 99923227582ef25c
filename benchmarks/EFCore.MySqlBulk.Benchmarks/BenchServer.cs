using TestServers;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The server of a run: the one asked for, else one that lives as long as the run.</summary>
internal static class BenchServer
{
    // Room for the tables and a whole run; what makes a commit durable keeps its defaults.
    private static readonly ServerOptions Options = new() { BufferPoolSize = "1G", RedoLogCapacity = "1G" };

    public static async Task<T> UseAsync<T>(Arguments arguments, IProgress<string> progress, Func<string, Task<T>> measure, CancellationToken token)
    {
        if (arguments.Connection is { } connection)
            return await measure(connection);
        await using TestServer server = await TestServer.StartAsync(arguments.Server, Options, progress, token);
        progress.Report(server.Origin);
        return await measure(server.ConnectionString);
    }
}
