using System.Data.Common;
using System.Globalization;
using System.Reflection;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>A short connection beside the context's, over which its session can be ended or told to stop. It first verifies that both lead to the same
/// server and the same user: behind a proxy they might not.</summary>
/// <param name="driver">The context's connection, as the driver knows it.</param>
/// <param name="connectionString">How to connect.</param>
/// <param name="facts">What is known about the context's session.</param>
internal sealed class SecondConnection(DbConnection driver, string connectionString, Facts facts)
{
    private const int PatienceSeconds = 5;

    /// <summary>A connection like the context's, not open yet: from the same pool or data source, with the same callbacks.</summary>
    public DbConnection Clone() => driver is ICloneable cloneable ? (DbConnection)cloneable.Clone() : Connection(connectionString);

    /// <summary>The same, but in no pool, and with little patience.</summary>
    public DbConnection Unpooled() => Connection(new DbConnectionStringBuilder
    {
        ConnectionString = connectionString,
        ["Pooling"] = false,
        ["Connection Timeout"] = PatienceSeconds,
    }.ConnectionString);

    /// <summary>Does some work over the connection, blocking.</summary>
    /// <param name="id">The server's number for the context's session.</param>
    /// <param name="work">The work; it gets a function that executes a statement.</param>
    /// <returns>Whether it was done: the connection led to the same server and user.</returns>
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

    // MySqlConnector's CloneWith takes the callbacks over that verify the server's certificate or provide the password. Connector/NET has neither, and no driver exposes a factory on its connections.
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
        // A proxy may number connections differently than its server: a session's number would then be another one's.
        using (DbCommand look = Command(second, "SELECT CONCAT(@@hostname,':',@@port,' ',VERSION(),' ',CONNECTION_ID())"))
        {
            if (look.ExecuteScalar() as string != string.Create(CultureInfo.InvariantCulture, $"{facts.Server.Identity} {ServerThread.Of(second)}"))
                return false;
        }

        try
        {
            using DbCommand user = Command(second, string.Create(CultureInfo.InvariantCulture, $"SELECT USER FROM information_schema.PROCESSLIST WHERE ID = {id}"));
            // A session that has already ended belongs to nobody.
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
