namespace TestServers;

/// <summary>No server is available, or none with the requested options. The message says what was tried and what would help.</summary>
public sealed class ServerUnavailableException : Exception
{
    public ServerUnavailableException(string message)
        : base(message)
    {
    }

    public ServerUnavailableException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    internal static ServerUnavailableException NoneFound(ServerProduct product, IReadOnlyList<string> reasons) => new(
        $"""
        There is no {product.Name} server. Any one of these four would be enough:
          1. {product.ConnectionVariable}=<connection string of a server kept for tests>: {reasons[0]}
          2. {string.Join(" or ", product.Daemons)} installed on this machine: {reasons[1]}
          3. Docker with a running daemon: {reasons[2]}
          4. Debian or Ubuntu with apt-get reaching its archive (nothing is installed): {reasons[3]}
        """);
}
