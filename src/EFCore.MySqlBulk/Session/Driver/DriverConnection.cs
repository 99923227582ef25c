using System.Collections.Concurrent;
using System.Data.Common;
using System.Reflection;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>A driver's own connection, found behind wrappers, and members of drivers that are read by reflection.</summary>
internal static class DriverConnection
{
    private static readonly ConcurrentDictionary<Type, PropertyInfo?> Wrapped = new();
    private static readonly ConcurrentDictionary<Type, PropertyInfo?> Numbers = new();

    /// <summary>The first connection, from the outside in, that meets a condition.</summary>
    public static DbConnection? Find(DbConnection connection, Func<DbConnection, bool> condition)
    {
        for (DbConnection? candidate = connection; candidate is not null; candidate = Unwrap(candidate))
        {
            if (condition(candidate))
                return candidate;
        }

        return null;
    }

    /// <summary>Whether the driver exposes the server's connection id.</summary>
    public static bool TellsNumber(DbConnection connection) => Numbers.GetOrAdd(connection.GetType(), static type => type.GetProperty("ServerThread")) is not null;

    /// <summary>Drops the driver's pooled connections like this one: all lead to the same server, or to others that were chosen when it was still usable.</summary>
    public static void ClearPool(DbConnection connection)
    {
        if (Find(connection, TellsNumber) is { } driver)
            driver.GetType().GetMethod("ClearPool", BindingFlags.Public | BindingFlags.Static, [driver.GetType()])?.Invoke(null, [driver]);
    }

    /// <summary>The connection behind a wrapper; <see langword="null" /> if it is not a wrapper.</summary>
    public static DbConnection? Unwrap(DbConnection connection)
    {
        PropertyInfo? property = Wrapped.GetOrAdd(connection.GetType(), static type => type
            .GetProperties(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .FirstOrDefault(p => typeof(DbConnection).IsAssignableFrom(p.PropertyType) && p.GetIndexParameters().Length == 0));
        return property?.GetValue(connection) is DbConnection inner && inner != connection ? inner : null;
    }
}
