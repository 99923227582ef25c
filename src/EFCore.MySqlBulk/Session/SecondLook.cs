using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>The context's session after its connection broke: connects the context again, and finds out whether the server has ended the old session, so that
/// nothing that was sent to it can still be run.</summary>
internal static class SecondLook
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    /// <summary>Looks something up over a new connection.</summary>
    /// <param name="session">The context's session.</param>
    /// <param name="look">Looks; told whether the old session has ended.</param>
    /// <param name="io">The mode.</param>
    /// <returns>What was found; <see langword="null" /> where the server cannot be asked now.</returns>
    public static async ValueTask<bool?> LookAsync(ContextSession session, Func<bool, ValueTask<bool?>> look, IOBehavior io)
    {
        try
        {
            // The driver may take the connection for open still.
            await session.Database.CloseBrokenAsync(io).ConfigureAwait(false);
            await session.Database.OpenAsync(io, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception)
        {
            return null;
        }

        try
        {
            return await look(await HasEndedAsync(session, io).ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is System.Data.Common.DbException or InvalidOperationException or TimeoutException)
        {
            return null;
        }
        finally
        {
            await session.CleanUp.RunAsync(() => session.Database.CloseAsync(io)).ConfigureAwait(false);
        }
    }

    private static async ValueTask<bool> HasEndedAsync(ContextSession session, IOBehavior io)
    {
        if (session.ServerThread is not { } old)
            return false;
        string query = string.Create(
            CultureInfo.InvariantCulture, $"SELECT CONNECTION_ID(),(SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID={old})");
        long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
        while (true)
        {
            (long own, long count) = (await session.QueryAsync(
                query,
                static reader => (Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture), Convert.ToInt64(reader.GetValue(1), CultureInfo.InvariantCulture)),
                io, CancellationToken.None).ConfigureAwait(false))[0];
            // A proxy may number connections otherwise than its server: the number of the old one would say nothing then.
            if (own != ServerThread.Of(session.Connection))
                return false;
            if (count == 0)
                return true;
            if (Environment.TickCount64 > until)
                return false;
            await io.DelayAsync(Pause).ConfigureAwait(false);
        }
    }
}
