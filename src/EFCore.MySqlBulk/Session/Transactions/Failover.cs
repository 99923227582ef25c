using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The time that a call has to reach another server of its connection string after the one that it used has failed.</summary>
internal sealed class Failover
{
    /// <summary>A group needs about ten seconds to notice that its primary does not answer, and a driver as many to give up a connection attempt.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private long _end;

    /// <summary>The time that is left; it begins when it is first asked for.</summary>
    public TimeSpan Remaining
    {
        get
        {
            if (_end == 0)
                _end = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
            return TimeSpan.FromMilliseconds(Math.Max(0, _end - Environment.TickCount64));
        }
    }

    /// <param name="context">The call's context.</param>
    /// <param name="canRetry">Whether its execution strategy retries.</param>
    /// <returns><see langword="null" /> if the call does not wait for another server: there is none, or the context does not repeat anything.</returns>
    public static Failover? Of(DbContext context, bool canRetry) => canRetry && ConnectionSettings.Of(context.Database).NamesSeveralServers ? new() : null;
}
