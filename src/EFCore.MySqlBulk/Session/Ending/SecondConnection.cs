using System.Data.Common;
using System.Globalization;
using System.Reflection;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>A short connection beside the context's, for KILL and KILL QUERY of its session. It first verifies that both have reached the same server
/// and user: behind a proxy they might not.</summary>
/// <param name="driver">The context's connection, as the driver knows it.</param>
/// <param name="connectionString">How to connect.</param>
/// <param name="facts">What is known about the context's session.</param>
internal sealed class SecondConnection(DbConnection driver, string connectionString, Facts facts)
{
    private const int PatienceSeconds = 5;

    /// <summary>Creates a closed connection like the context's: for the same pool or data source, with the same callbacks.</summary>
    public DbConnection Clone() => driver is ICloneable cloneable ? (DbConnection)cloneable.Clone() : Connection(connectionString);

    /// <summary>The same without a pool, and with a short timeout.</summary>
    public DbConnection Unpooled() => Connection(new DbConnectionStringBuilder
    {
        ConnectionString = connectionString,
        ["Pooling"] = false,
        ["Connection Timeout"] = PatienceSeconds,
    }.ConnectionString);

    /// <summary>Runs work over the connection, blocking.</summary>
    /// <param name="id">The server's connection id of the context's session.</param>
    /// <param name="work">The work; it gets a function that executes a statement.</param>
    /// <returns>Whether it was run, because the connection reached the same server and user.</returns>
    public bool TryRun(long id, Action<Action<string>> work)
    {
        using DbConnection second = Unpooled();
        FurtherConnection.Open(second);
        if (!IsSameSession(second, id))
            return false;
        work(text =>
        {
            using DbCommand command = Command(second, text);
            command.ExecuteNonQuery();
        });
        return true;
    }

    // MySqlConnector's CloneWith copies the callbacks that verify the server's certificate or provide the password. Connector/NET has neither, and no
    // driver exposes a factory on its connections.
    private DbConnection Connection(string settings)
    {
        if (driver.GetType().GetMethod("CloneWith", [typeof(string)]) is { } clone)
            return (DbConnection)clone.Invoke(driver, BindingFlags.DoNotWrapExceptions, null, [settings], null)!;
        DbConnection other = (DbConnection)Activator.CreateInstance(driver.GetType())!;
        other.ConnectionString = settings;
        return other;
    }

    private bool IsSameSession(DbConnection second, long id)
    {
        // A proxy may have connection ids of its own, so an id could be that of another session on the server.
        using (DbCommand look = Command(second, "SELECT CONCAT(@@hostname,':',@@port,' ',VERSION(),' ',CONNECTION_ID())"))
        {
            if (look.ExecuteScalar() as string != string.Create(CultureInfo.InvariantCulture, $"{facts.Server.Identity} {ServerThread.Of(second)}"))
                return false;
        }

        try
        {
            using DbCommand user = Command(second, string.Create(CultureInfo.InvariantCulture, $"SELECT USER FROM information_schema.PROCESSLIST WHERE ID = {id}"));
            // The session is already gone.
            return user.ExecuteScalar() is not string name || name == facts.User;
        }
        catch (DbException)
        {
            // MySQL's process list fails if any session's statement contains something that utf8mb3 cannot represent. The server lets users end only their own sessions.
            return true;
        }
    }

    private static DbCommand Command(DbConnection connection, string text)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = text;
        command.CommandTimeout = PatienceSeconds;
        return command;
    }
}
