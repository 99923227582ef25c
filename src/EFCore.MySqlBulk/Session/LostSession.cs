using System.Data.Common;
using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>A session whose connection is gone. The server may be at work on it still, or wait for it with locks held: it is ended over a second connection.</summary>
/// <param name="second">The second connection.</param>
/// <param name="id">The server's number for the session.</param>
internal sealed class LostSession(SecondConnection second, long id)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    /// <summary>Ends it, and waits until it has ended; not longer than three seconds.</summary>
    /// <returns>Why it could not be made sure of; <see langword="null" /> when it was.</returns>
    public async ValueTask<string?> EndAsync(IOBehavior io)
    {
        try
        {
            return await io.WithinAsync(Patience, End).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException or IOException or System.Net.Sockets.SocketException)
        {
            // The driver's words may hold more than belongs into a log.
            return exception is TimeoutException ? exception.Message : exception.GetType().Name;
        }
    }

    private string? End()
    {
        bool hasEnded = false;
        bool isSame = second.TryRun(id, execute => hasEnded = HasEnded(execute));
        return !isSame ? "a second connection reached a different server" : hasEnded ? null : string.Create(CultureInfo.InvariantCulture, $"session {id} has not ended");
    }

    private bool HasEnded(Action<string> execute)
    {
        for (long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds; Environment.TickCount64 < until;)
        {
            try
            {
                execute(string.Create(CultureInfo.InvariantCulture, $"KILL {id}"));
            }
            catch (DbException exception) when (ServerError.Number(exception) == ServerError.NoSuchSession)
            {
                return true;
            }

            Thread.Sleep(Pause);
        }

        return false;
    }
}
