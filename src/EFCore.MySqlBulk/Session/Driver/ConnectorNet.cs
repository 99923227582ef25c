using System.Data.Common;
using System.Reflection;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>Recognises Oracle's Connector/NET, whose asynchronous calls ignore cancellation and hang on a timeout (observed with 26.10).</summary>
internal static class ConnectorNet
{
    /// <summary>The driver's own connection, found behind wrappers; <see langword="null" /> if it is another driver's.</summary>
    public static DbConnection? Find(DbConnection connection)
        => DriverConnection.Find(connection, static candidate => candidate.GetType().Namespace == "MySql.Data.MySqlClient");

    /// <summary>Removes the transaction from a connection that is about to be closed. Otherwise the driver would first open another connection for
    /// the transaction, for up to the connection timeout, and leave that one open. Not for an ambient transaction, which the driver hands
    /// over.</summary>
    public static void ForgetTransaction(DbConnection connection)
    {
        if (Value(connection, "driver") is not { } driver || Value(driver, "<currentTransaction>k__BackingField") is not null)
            return;
        if (Value(driver, "handler") is { } handler && Field(handler, "serverStatus") is { } status)
            status.SetValue(handler, Enum.ToObject(status.FieldType, 0));
    }

    /// <summary>Closes a broken connection for good. Otherwise the driver may return it to its pool, where its next asynchronous use hangs. A reader
    /// that has failed on an invalid packet would keep the connection in use, even when it is opened again.</summary>
    public static void Abort(DbConnection connection)
    {
        MethodInfo? abort = connection.GetType().GetMethod("Abort", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public, [typeof(CancellationToken)]);
        try
        {
            abort?.Invoke(connection, [CancellationToken.None]);
        }
        catch (TargetInvocationException)
        {
            // The connection was never open.
        }

        connection.GetType().GetProperty("IsInUse", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)?.SetValue(connection, false);
    }

    private static object? Value(object holder, string field) => Field(holder, field)?.GetValue(holder);

    private static FieldInfo? Field(object holder, string name) => holder.GetType().GetField(name, BindingFlags.Instance | BindingFlags.NonPublic);
}
