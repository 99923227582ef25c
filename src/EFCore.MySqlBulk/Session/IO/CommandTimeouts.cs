using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The drivers' time limits of commands: whole seconds, and 0 for no limit.</summary>
internal static class CommandTimeouts
{
    /// <summary>The limit of a command that nobody has set.</summary>
    public static int Default(DatabaseFacade database)
    {
        using DbCommand command = database.GetDbConnection().CreateCommand();
        return command.CommandTimeout;
    }

    public static int Of(TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan ? 0 : (int)Math.Min(int.MaxValue, Math.Ceiling(timeout.TotalSeconds));
}
