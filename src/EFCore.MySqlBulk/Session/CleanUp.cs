using EFCore.MySqlBulk.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Session;

/// <summary>Puts away what is not needed any more. What fails there neither takes rows back nor hides why a call failed, so it is logged and passed over.</summary>
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
            // The message may quote what no log may hold.
            Log.CleanUpFailed(logger, exception.GetType().Name);
        }
    }
}
