using System.Data.Common;
using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>The number by which the server knows a connection, as its driver was told it.</summary>
internal static class ServerThread
{
    /// <returns>The number; <see langword="null" /> where the driver, or a wrapper around it, does not tell.</returns>
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
                // It is closed.
                return null;
            }
        }

        return null;
    }
}
