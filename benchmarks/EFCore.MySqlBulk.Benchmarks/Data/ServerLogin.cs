using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>What another client needs to reach the same database.</summary>
internal sealed record ServerLogin(ServerAddress Address, string User, string Password, string Database)
{
    private static readonly string[] UserKeys = ["User ID", "UserID", "Username", "User Name", "Uid", "User"];

    /// <summary>Reads a connection string; null if the server is not reached by host and port.</summary>
    public static ServerLogin? Of(BenchDatabase database)
    {
        DbConnectionStringBuilder connection = new() { ConnectionString = database.ConnectionString };
        return ServerAddress.Of(database) is { } address
            ? new(address, Value(connection, UserKeys), Value(connection, "Password", "Pwd"), Value(connection, "Database"))
            : null;
    }

    private static string Value(DbConnectionStringBuilder connection, params string[] keys) =>
        keys.FirstOrDefault(connection.ContainsKey) is { } key ? connection[key].ToString() ?? "" : "";
}
