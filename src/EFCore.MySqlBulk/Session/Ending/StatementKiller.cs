using System.Globalization;

namespace EFCore.MySqlBulk.Session.Ending;

/// <summary>Sends <c>KILL QUERY</c> over a second, short connection.</summary>
/// <param name="second">The second connection.</param>
/// <param name="id">The server's connection id.</param>
internal sealed class StatementKiller(SecondConnection second, long id)
{
    private readonly string _kill = string.Create(CultureInfo.InvariantCulture, $"KILL QUERY {id}");

    /// <returns>Whether the kill was sent.</returns>
    // Blocking calls are used, because the driver's asynchronous ones may hang.
    public Task<bool> KillAsync() => Task.Run(() => second.TryRun(id, execute => execute(_kill)));

    /// <summary>Kills statements one after the other: each kill ends one statement in flight.</summary>
    /// <param name="drained">Completes when all of them have ended.</param>
    /// <param name="limit">How long to try.</param>
    public Task KillAsync(Task drained, TimeSpan limit) => Task.Run(() => second.TryRun(id, execute =>
    {
        for (long until = Environment.TickCount64 + (long)limit.TotalMilliseconds; !drained.IsCompleted && Environment.TickCount64 < until;)
            execute(_kill);
    }));
}
