using System.Data.Common;

namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>A connection string without TLS, unless it says something about TLS itself.</summary>
internal static class PlainTransport
{
    private static readonly string[] Keys = ["SslMode", "Ssl Mode", "Ssl-Mode"];

    public static string Of(string connectionString)
    {
        DbConnectionStringBuilder connection = new() { ConnectionString = connectionString };
        if (!Keys.Any(connection.ContainsKey))
            connection["SslMode"] = "Disabled";
        return connection.ConnectionString;
    }
}
