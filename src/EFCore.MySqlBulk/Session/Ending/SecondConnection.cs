using System.Data.Common;
using System.Globalization;
using System.Net;
using System.Reflection;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>A short connection beside the context's, for KILL and KILL QUERY of its session. It first verifies that both have reached the same server
/// and user: behind a proxy they might not.</summary>
/// <param name="driver">The context's connection, as the driver knows it.</param>
/// <param name="connectionString">How to connect.</param>
/// <param name="settings">The same, as it is read.</param>
/// <param name="facts">What is known about the context's session.</param>
internal sealed class SecondConnection(DbConnection driver, string connectionString, ConnectionSettings settings, Facts facts)
{
    private const int PatienceSeconds = 5;

    // Known as long as the context's connection is open. The name is looked up when it is needed.
    private readonly IPEndPoint? _reached = settings.NamesSeveralServers ? ConnectionSocket.Find(driver)?.RemoteEndPoint as IPEndPoint : null;
    private string? _toReached;

    /// <summary>The context's server, as <see cref="ServerIdentity" /> names it.</summary>
    public string Server => facts.Server.Identity;

    /// <summary>Creates a closed connection like the context's, with the same callbacks: for the same pool or data source, or for a pool of the context's server if the connection string names several.</summary>
    public DbConnection Clone() => _reached is null && driver is ICloneable cloneable ? (DbConnection)cloneable.Clone() : Connection(ToReached);

    /// <summary>The same without a pool, and with a short timeout.</summary>
    public DbConnection Unpooled() => Connection(new DbConnectionStringBuilder
    {
        ConnectionString = ToReached,
        ["Pooling"] = false,
        ["Connection Timeout"] = PatienceSeconds,
    }.ConnectionString);

    private string ToReached => _toReached ??= _reached is { } reached ? ServerList.Only(connectionString, settings, reached) : connectionString;

    /// <summary>Runs work over the connection, blocking.</summary>
    /// <param name="id">The server's connection id of the context's session.</param>
    /// <param name="work">The work; it gets a function that executes a statement and returns the first value of its result.</param>
    /// <returns>Whether it was run, because the connection reached the same server and user.</returns>
    public bool TryRun(long id, Action<Func<string, object?>> work)
    {
        using DbConnection second = Unpooled();
        FurtherConnection.Open(second);
        if (!IsSameSession(second, id))
            return false;
        work(text =>
        {
            using DbCommand command = Command(second, text);
            return command.ExecuteScalar();
        });
        return true;
    }

    // MySqlConnector's CloneWith copies the callbacks that verify the server's certificate or provide the password. Connector/NET has neither, and no
    // driver exposes a factory on its connections.
    private DbConnection Connection(string text)
    {
        if (driver.GetType().GetMethod("CloneWith", [typeof(string)]) is { } clone)
            return (DbConnection)clone.Invoke(driver, BindingFlags.DoNotWrapExceptions, null, [text], null)!;
        DbConnection other = (DbConnection)Activator.CreateInstance(driver.GetType())!;
        other.ConnectionString = text;
        return other;
    }

    private bool IsSameSession(DbConnection second, long id)
    {
        // A proxy may have connection ids of its own, so an id could be that of another session on the server.
        using (DbCommand look = Command(second, $"SELECT CONCAT({ServerIdentity.Sql},' ',CONNECTION_ID())"))
        {
            if (look.ExecuteScalar() as string != string.Create(CultureInfo.InvariantCulture, $"{Server} {ServerThread.Of(second)}"))
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
