using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Counts the pooled sessions that are open, in use or idle, against the <c>Maximum Pool Size</c> of their connection string. The driver's pool counts
/// only its own connections, and does not publish the number.</summary>
internal static class SessionQuota
{
    private static readonly Dictionary<PipelineSettings, int> Open = [];

    /// <summary>Counts one more session, unless the maximum is reached.</summary>
    public static bool TryTake(PipelineSettings settings, int maximum)
    {
        lock (Open)
        {
            int open = Open.GetValueOrDefault(settings);
            if (open >= maximum)
                return false;
            Open[settings] = open + 1;
            return true;
        }
    }

    /// <summary>A session has ended.</summary>
    public static void Give(PipelineSettings settings)
    {
        lock (Open)
        {
            if (--Open[settings] == 0)
                Open.Remove(settings);
        }
    }
}
