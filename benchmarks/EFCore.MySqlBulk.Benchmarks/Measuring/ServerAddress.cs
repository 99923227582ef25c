using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>Where a server listens, according to a connection string.</summary>
internal sealed record ServerAddress(string Host, int Port)
{
    private const int DefaultPort = 3306;

    private static readonly string[] ServerKeys = ["Server", "Host", "Data Source", "DataSource"];

    /// <summary>The address of a database's server; null if it is not reached by host and port.</summary>
    public static ServerAddress? Of(BenchDatabase database)
    {
        DbConnectionStringBuilder connection = Parse(database);
        return connection.TryGetValue(KeyOf(connection), out object? host) && host is string name && !name.Contains('/')
            ? new(name, connection.TryGetValue("Port", out object? port) ? Convert.ToInt32(port, CultureInfo.InvariantCulture) : DefaultPort)
            : null;
    }

    /// <summary>The same database, reached through a relay on a loopback port.</summary>
    public static BenchDatabase Through(BenchDatabase database, int relayPort)
    {
        DbConnectionStringBuilder connection = Parse(database);
        connection[KeyOf(connection)] = "127.0.0.1";
        connection["Port"] = relayPort;
        return database.Through(connection.ConnectionString);
    }

    private static DbConnectionStringBuilder Parse(BenchDatabase database) => new() { ConnectionString = database.ConnectionString };

    private static string KeyOf(DbConnectionStringBuilder connection) => ServerKeys.FirstOrDefault(connection.ContainsKey) ?? ServerKeys[0];
}
