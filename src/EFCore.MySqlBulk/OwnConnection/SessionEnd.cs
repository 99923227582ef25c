using System.Globalization;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Confirms that the server has ended a session whose connection is gone, and its transaction with it.</summary>
internal static class SessionEnd
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    /// <returns>Why that could not be confirmed; <see langword="null" /> if it was.</returns>
    public static async ValueTask<string?> ConfirmAsync(PipelineSettings settings, uint connection, IOBehavior io)
    {
        PipelineSession? second = null;
        try
        {
            second = await PipelineSession.OpenAsync(settings with { ConnectTimeout = Patience }, io.IsSynchronous(), CancellationToken.None).ConfigureAwait(false);
            using FlightWatch watch = new(second.Abort, Patience, CancellationToken.None);
            string id = connection.ToString(CultureInfo.InvariantCulture);
            long until = Environment.TickCount64 + (long)Patience.TotalMilliseconds;
            while (await IsThereAsync(second, id).ConfigureAwait(false))
            {
                if (Environment.TickCount64 > until)
                    return $"session {id} has not ended";
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

    // This does not read the process list: MySQL fails to produce it if any session's statement contains bytes that are not valid text.
    private static async ValueTask<bool> IsThereAsync(PipelineSession second, string id)
    {
        try
        {
            await second.QueryAsync($"KILL {id}").ConfigureAwait(false);
            return true;
        }
        catch (ServerException exception) when (exception.Number == ServerError.NoSuchSession)
        {
            return false;
        }
    }
}
