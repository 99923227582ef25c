using System.Data.Common;
using System.Globalization;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>The server's connection id, as the driver exposes it.</summary>
internal static class ServerThread
{
    /// <returns>The number; <see langword="null" /> if the driver, or a wrapper around it, does not expose it.</returns>
    public static long? Of(DbConnection connection)
    {
        for (DbConnection? candidate = connection; candidate is not null; candidate = DriverConnection.Unwrap(candidate))
        {
            try
            {
                if (candidate.GetType().GetProperty("ServerThread") is { } property)
                    return Convert.ToInt64(property.GetValue(candidate), CultureInfo.InvariantCulture);
            }
            catch (System.Reflection.TargetInvocationException)
            {
                // The connection is closed.
                return null;
            }
        }

        return null;
    }
}
