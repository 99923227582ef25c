using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>Ends a session with <c>KILL</c>, and confirms that it has ended: its transaction is then rolled back, and its locks are released.</summary>
internal static class SessionKiller
{
    /// <summary>The maximum time of a kill.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(4);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    /// <summary>Sends <c>KILL</c> until the server no longer knows the session. It does not read the process list: MySQL fails to produce it if any session's
    /// statement contains bytes that are not valid text.</summary>
    /// <param name="id">The server's connection id.</param>
    /// <param name="execute">Executes a statement over another connection.</param>
    /// <param name="limit">How long to try.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Why that could not be confirmed; <see langword="null" /> if it was.</returns>
    public static async ValueTask<string?> EndAsync(long id, Func<string, ValueTask> execute, TimeSpan limit, IOBehavior io)
    {
        string kill = string.Create(CultureInfo.InvariantCulture, $"KILL {id}");
        for (long until = Environment.TickCount64 + (long)limit.TotalMilliseconds; Environment.TickCount64 < until;)
        {
            try
            {
                await execute(kill).ConfigureAwait(false);
            }
            catch (DbException exception) when (ServerError.Number(exception) == ServerError.NoSuchSession)
            {
                return null;
            }

            await io.DelayAsync(Pause).ConfigureAwait(false);
        }

        return string.Create(CultureInfo.InvariantCulture, $"session {id} has not ended");
    }
}
