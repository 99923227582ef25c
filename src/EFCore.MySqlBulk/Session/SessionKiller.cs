using System.Data.Common;
using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>Ends a session with <c>KILL</c>, and makes sure that it has ended: the server has taken its transaction back then, and its locks are gone.</summary>
internal static class SessionKiller
{
    /// <summary>Time that it may take.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(4);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    /// <summary>Says <c>KILL</c> until the server knows the session no longer. The list of processes is not asked: MySQL fails to make it where any session's
    /// statement holds bytes that are no text.</summary>
    /// <param name="id">The server's number for the session.</param>
    /// <param name="execute">Executes a statement over another connection.</param>
    /// <param name="limit">How long it is tried.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Why it could not be made sure of; <see langword="null" /> when it was.</returns>
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
