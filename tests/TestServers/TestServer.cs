namespace TestServers;

/// <summary>A real server for tests, samples and benchmarks. It is gone, with its data, when it is disposed of or when this process ends.</summary>
public sealed class TestServer : IAsyncDisposable, IDisposable
{
    private static readonly IServerSource[] Sources = [new ExistingServerSource(), new InstalledServerSource(), new DockerServerSource(), new PackagedServerSource()];

    private readonly Throwaway? _throwaway;

    internal TestServer(ServerKind kind, string connectionString, string origin, Throwaway? throwaway)
    {
        Kind = kind;
        ConnectionString = connectionString;
        Origin = $"{ServerProduct.Of(kind).Name}: {origin}";
        _throwaway = throwaway;
    }

    public ServerKind Kind { get; }

    /// <summary>Root's connection, without a database; MySqlConnector and Oracle's Connector/NET both read it.</summary>
    public string ConnectionString { get; }

    /// <summary>False if the server already existed (named by an environment variable) and stays.</summary>
    public bool IsThrowaway => _throwaway is not null;

    /// <summary>Where the server came from and its version, for printing.</summary>
    public string Origin { get; }

    /// <summary>Provides a server: an existing one, or a new one from an installed program, a container or the distribution's packages.</summary>
    /// <param name="kind">Which server.</param>
    /// <param name="options">Settings it must have; null for its defaults.</param>
    /// <param name="progress">Receives a message before anything that takes long, such as a download; null writes it to the console's error stream.</param>
    /// <param name="cancellationToken">Ends the start; nothing is left behind.</param>
    /// <exception cref="ServerUnavailableException">There is no server with these options.</exception>
    public static async Task<TestServer> StartAsync(
        ServerKind kind, ServerOptions? options = null, IProgress<string>? progress = null, CancellationToken cancellationToken = default)
    {
        ServerRequest request = new(ServerProduct.Of(kind), options ?? new ServerOptions(), progress ?? new ConsoleProgress(), cancellationToken);
        try
        {
            Leftovers.Remove(request.Say);
            return await FromFirstSourceAsync(request).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ServerUnavailableException($"{request.Product.Name}: {exception.Message} {CacheFolder.Variable} names another folder to work in.", exception);
        }
    }

    public void Dispose() => _throwaway?.Dispose();

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    private static async Task<TestServer> FromFirstSourceAsync(ServerRequest request)
    {
        List<string> reasons = [];
        foreach (IServerSource source in Sources)
        {
            try
            {
                return await source.StartAsync(request).ConfigureAwait(false);
            }
            catch (SourceFailedException exception)
            {
                reasons.Add(exception.Message);
            }
        }
        throw ServerUnavailableException.NoneFound(request.Product, reasons);
    }
}
