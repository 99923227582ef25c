using System.Data.Common;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The drivers' time limits of commands: whole seconds, and 0 for no limit.</summary>
internal static class CommandTimeouts
{
    /// <summary>The limit of a command that nobody has set. Drivers read it out of the connection string, which takes a while before the connection is open, so it is asked once for each string.</summary>
    public static int Default(DatabaseFacade database, ConnectionSettings settings) => settings.CommandTimeout ??= Ask(database);

    /// <summary>The seconds of a limit.</summary>
    public static int Of(TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan ? 0 : (int)Math.Min(int.MaxValue, Math.Ceiling(timeout.TotalSeconds));

    private static int Ask(DatabaseFacade database)
    {
        using DbCommand command = database.GetDbConnection().CreateCommand();
        return command.CommandTimeout;
    }
}
