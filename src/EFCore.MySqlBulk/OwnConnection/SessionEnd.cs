using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Confirms that the server has ended a session whose connection is gone, and its transaction with it.</summary>
internal static class SessionEnd
{
    /// <param name="settings">How another connection is opened.</param>
    /// <param name="connection">The server's number for the session.</param>
    /// <param name="limit">Time for all of it.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Why that could not be confirmed; <see langword="null" /> if it was.</returns>
    public static async ValueTask<string?> ConfirmAsync(PipelineSettings settings, uint connection, TimeSpan limit, IOBehavior io)
    {
        long until = Environment.TickCount64 + (long)limit.TotalMilliseconds;
        PipelineSession? second = null;
        try
        {
            second = await PipelineSession.OpenAsync(settings with { ConnectTimeout = limit }, io.IsSynchronous(), CancellationToken.None).ConfigureAwait(false);
            TimeSpan left = TimeSpan.FromMilliseconds(Math.Max(0, until - Environment.TickCount64));
            using FlightWatch watch = new(second.Abort, left, CancellationToken.None);
            return await SessionKiller.EndAsync(connection, async text => await second.QueryAsync(text).ConfigureAwait(false), left, io).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is System.Data.Common.DbException or PipelineUnsupportedException)
        {
            return exception.Message;
        }
        finally
        {
            if (second is not null)
                await second.CloseAsync().ConfigureAwait(false);
        }
    }
}
