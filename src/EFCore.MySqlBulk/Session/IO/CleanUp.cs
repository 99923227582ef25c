using EFCore.MySqlBulk.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>Cleans up what is no longer needed. A failure there neither undoes rows nor hides why a call failed, so it is only logged.</summary>
internal sealed class CleanUp(ILogger logger)
{
    public async ValueTask RunAsync(Func<ValueTask> work)
    {
        try
        {
            await work().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            // The message may quote something that must not be logged.
            Log.CleanUpFailed(logger, exception.GetType().Name);
        }
    }
}
