using System.Globalization;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Makes sure that the server has ended a session whose connection is gone, and with it the transaction.</summary>
internal static class SessionEnd
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    /// <returns>Why it could not be made sure of; <see langword="null" /> when it was.</returns>
    public static async ValueTask<string?> ConfirmAsync(PipelineSettings settings, uint connection, IOBehavior io)
    {
        PipelineSession? second = null;
        try
        {
            second = await PipelineSession.OpenAsync(settings with { ConnectTimeout = Patience }, io.IsSynchronous(), CancellationToken.None).ConfigureAwait(false);
            using FlightWatch watch = new(second.Abort, Patience, CancellationToken.None);
            string id = connection.ToString(CultureInfo.InvariantCulture);
            long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
            while ((await second.QueryAsync($"SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = {id}").ConfigureAwait(false)).Count > 0)
            {
                if (Environment.TickCount64 > until)
                    return $"session {id} does not end";
                await KillAsync(second, id).ConfigureAwait(false);
                await io.DelayAsync(Pause).ConfigureAwait(false);
            }

            return null;
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

    private static async ValueTask KillAsync(PipelineSession second, string id)
    {
        try
        {
            await second.QueryAsync($"KILL {id}").ConfigureAwait(false);
        }
        catch (ServerException)
        {
            // It has ended meanwhile.
        }
    }
}
