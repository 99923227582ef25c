using System.Data.Common;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>A session whose connection broke. The server may still run its statement, or hold its locks, so it is killed over a second connection.</summary>
/// <param name="second">The second connection.</param>
/// <param name="id">The server's connection id.</param>
/// <param name="grace">The time that is left.</param>
internal sealed class LostSession(SecondConnection second, long id, GracePeriod grace)
{
    private bool _isTried;

    // Set by a thread that is not always waited for.
    private volatile SessionKiller? _killer;

    /// <summary>Whether the server is known to have ended the session, so that no sent statement can still be run.</summary>
    public bool HasEnded => _killer is { HasEnded: true };

    /// <summary>The server that it is on, as <see cref="Settings.ServerIdentity" /> names it.</summary>
    public string Server => second.Server;

    /// <summary>Whether the second connection got no answer.</summary>
    public bool IsUnreachable { get; private set; }

    /// <summary>Kills the session, once, and waits until it has ended and is rolled back.</summary>
    /// <returns>Why that could not be confirmed; <see langword="null" /> if it was, or if the reason was reported before.</returns>
    public ValueTask<string?> EndAsync(IOBehavior io)
    {
        if (_isTried)
            return default;
        _isTried = true;
        return EndWithinAsync(grace.Shorten(SessionKiller.Patience)!.Value, io);
    }

    /// <summary>Tries again: a server that could not be reached may have been started, or be in its cluster again.</summary>
    public async ValueTask EndAgainAsync(IOBehavior io)
    {
        if (!HasEnded)
            await EndWithinAsync(SessionKiller.Patience, io).ConfigureAwait(false);
    }

    private async ValueTask<string?> EndWithinAsync(TimeSpan limit, IOBehavior io)
    {
        try
        {
            long until = Environment.TickCount64 + (long)limit.TotalMilliseconds;
            return await io.WithinAsync(limit, () => End(until)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException or IOException or System.Net.Sockets.SocketException)
        {
            IsUnreachable = !ServerError.IsAnswer(exception) || ServerError.Number(exception) == ServerError.NoHost;
            // The driver's message may contain data that must not be logged.
            return exception is TimeoutException ? exception.Message : exception.GetType().Name;
        }
    }

    private string? End(long until)
    {
        string? problem = null;
        bool isSame = second.TryRun(id, ask => problem = (_killer = new(id, ask)).End(until));
        return isSame ? problem : "a second connection reached a different server";
    }
}
