using System.Data.Common;
using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>Sends <c>KILL QUERY</c> over a second, short connection, after making sure that it has reached the same server and the same user's session:
/// behind a proxy it might not.</summary>
internal sealed class StatementKiller(DbConnection connection, string connectionString, Facts facts)
{
    private const int PatienceSeconds = 5;

    /// <returns>Whether the kill was sent.</returns>
    public async Task<bool> KillAsync()
    {
        long id = ConnectorNet.ConnectionId(connection);
        // The driver names no factory on its connection.
        DbConnection second = (DbConnection)Activator.CreateInstance(connection.GetType())!;
        await using (second.ConfigureAwait(false))
        {
            second.ConnectionString = new DbConnectionStringBuilder
            {
                ConnectionString = connectionString,
                ["Pooling"] = false,
                ["Connection Timeout"] = PatienceSeconds,
            }.ConnectionString;
            // The driver's asynchronous calls are what is worked around here.
            await Task.Run(second.Open).ConfigureAwait(false);
            if (!IsSameSession(second, id))
                return false;
            using DbCommand kill = Command(second, string.Create(CultureInfo.InvariantCulture, $"KILL QUERY {id}"));
            kill.ExecuteNonQuery();
            return true;
        }
    }

    private bool IsSameSession(DbConnection second, long id)
    {
        using (DbCommand look = Command(second, "SELECT CONCAT(@@hostname,':',@@port,' ',VERSION())"))
        {
            if (look.ExecuteScalar() as string != facts.Server.Identity)
                return false;
        }

        try
        {
            using DbCommand user = Command(second, string.Create(CultureInfo.InvariantCulture, $"SELECT USER FROM information_schema.PROCESSLIST WHERE ID = {id}"));
            return user.ExecuteScalar() as string == facts.User;
        }
        catch (DbException)
        {
            // MySQL's process list fails while some session's statement holds what utf8mb3 cannot. The server lets a user end only his own sessions.
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
