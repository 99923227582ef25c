using System.Data.Common;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>Looks rows up after the context's connection broke: kills the old session, so that no sent statement can still be run, and connects the
/// context again.</summary>
internal static class ReconnectAndCheck
{
    /// <param name="session">The context's session.</param>
    /// <param name="look">Looks rows up; its argument says whether the old session has ended, and its server is the one that is asked.</param>
    /// <param name="io">The mode.</param>
    /// <returns>The result; <see langword="null" /> if the server cannot be queried at the moment.</returns>
    public static async ValueTask<bool?> LookAsync(ContextSession session, Func<bool, ValueTask<bool?>> look, IOBehavior io)
    {
        bool hasEnded = await session.EndAsync().ConfigureAwait(false);
        if (!await session.TryOpenAgainAsync().ConfigureAwait(false))
            return null;
        try
        {
            // Another server of a list may lag behind.
            hasEnded = hasEnded && (!session.Settings.NamesSeveralServers || await ServerIdentity.IsOfAsync(session, session.Lost!.Server, io).ConfigureAwait(false));
            return await look(hasEnded).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException or TimeoutException)
        {
            return null;
        }
        finally
        {
            await session.CleanUp.RunAsync(() => session.Database.CloseAsync(io)).ConfigureAwait(false);
        }
    }
}
