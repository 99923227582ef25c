using System.Data.Common;
using System.Reflection;

namespace EFCore.MySqlBulk.Session;

/// <summary>Recognises Oracle's Connector/NET, whose asynchronous calls ignore cancellation and hang on a timeout (observed with 26.10).</summary>
internal static class ConnectorNet
{
    /// <summary>The driver's own connection, looked for behind wrappers; <see langword="null" /> where it is another driver's.</summary>
    public static DbConnection? Find(DbConnection connection)
        => DriverConnection.Find(connection, static candidate => candidate.GetType().Namespace == "MySql.Data.MySqlClient");

    /// <summary>Closes a broken connection for good. Otherwise the driver may take it back into its pool, where the next asynchronous use of it hangs.</summary>
    public static void Abort(DbConnection connection)
    {
        MethodInfo? abort = connection.GetType().GetMethod("Abort", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public, [typeof(CancellationToken)]);
        try
        {
            abort?.Invoke(connection, [CancellationToken.None]);
        }
        catch (TargetInvocationException)
        {
            // It was never open.
        }
    }
}
