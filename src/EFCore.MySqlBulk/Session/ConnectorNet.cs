using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using System.Reflection;

namespace EFCore.MySqlBulk.Session;

/// <summary>Recognises Oracle's Connector/NET, whose asynchronous calls ignore cancellation and hang on a timeout (observed with 26.10).</summary>
internal static class ConnectorNet
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo?> Wrapped = new();

    /// <summary>The driver's own connection, looked for behind wrappers; <see langword="null" /> where it is another driver's.</summary>
    public static DbConnection? Find(DbConnection connection)
    {
        for (DbConnection? candidate = connection; candidate is not null; candidate = Unwrap(candidate))
        {
            if (candidate.GetType().Namespace == "MySql.Data.MySqlClient")
                return candidate;
        }

        return null;
    }

    /// <summary>The server's number for the connection.</summary>
    public static long ConnectionId(DbConnection connection)
        => Convert.ToInt64(connection.GetType().GetProperty("ServerThread")!.GetValue(connection), CultureInfo.InvariantCulture);

    /// <summary>The connection behind a wrapper; <see langword="null" /> where it is none.</summary>
    public static DbConnection? Unwrap(DbConnection connection)
    {
        PropertyInfo? property = Wrapped.GetOrAdd(connection.GetType(), static type => type
            .GetProperties(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .FirstOrDefault(p => typeof(DbConnection).IsAssignableFrom(p.PropertyType) && p.GetIndexParameters().Length == 0));
        return property?.GetValue(connection) is DbConnection inner && inner != connection ? inner : null;
    }
}
