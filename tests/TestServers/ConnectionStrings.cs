namespace TestServers;

/// <summary>Connection strings that MySqlConnector and Oracle's Connector/NET both read.</summary>
internal static class ConnectionStrings
{
    public static string Root(ServerKind kind, string host, int port, string password, ServerOptions options) =>
        $"Server={host};Port={port};User ID=root;Password={password}"
        // caching_sha2_password without TLS needs the server's public key; on a loopback port nobody can have replaced it.
        + (kind is ServerKind.MySql ? ";AllowPublicKeyRetrieval=True" : "")
        + (options.RequireTls ? ";SslMode=Required" : "");
}
