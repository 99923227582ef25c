using System.Data.Common;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>Finds the stream under an open connection, for the drivers whose sources are known.</summary>
internal static class DriverStreamFinder
{
    /// <param name="connection">An open connection, or a wrapper around one.</param>
    /// <param name="unwrap">Unwraps a connection; <see langword="null" /> if it is not a wrapper.</param>
    /// <param name="obstacle">Why there is none.</param>
    /// <returns>The stream; <see langword="null" /> if there is none.</returns>
    public static DriverStream? Find(DbConnection connection, Func<DbConnection, DbConnection?> unwrap, out string? obstacle)
    {
        while (unwrap(connection) is { } inner)
            connection = inner;
        switch (connection.GetType().FullName)
        {
            case "MySqlConnector.MySqlConnection":
                return MySqlConnectorStream.Find(connection, out obstacle);
            case "MySql.Data.MySqlClient.MySqlConnection":
                return ConnectorNetStream.Find(connection, out obstacle);
            default:
                obstacle = $"the stream under a connection of {connection.GetType().Assembly.GetName().Name} is not known";
                return null;
        }
    }
}
