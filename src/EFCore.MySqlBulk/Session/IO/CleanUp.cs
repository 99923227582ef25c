using EFCore.MySqlBulk.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>Cleans up statements, transactions and connections that are no longer needed. A failure there neither affects rows nor hides the call's
/// own failure, so it is only logged.</summary>
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
            // The message may contain data that must not be logged.
            Log.CleanUpFailed(logger, exception.GetType().Name);
        }
    }
}
