using System.Globalization;

namespace EFCore.MySqlBulk.Session;

/// <summary>In a session that is not strict the server stores altered values and warns. Such a warning is an error to us.</summary>
internal static class WarningsReader
{
    // Deprecated syntax, unsafe for statement-based replication, and the like: nothing about the values.
    private static readonly HashSet<int> Harmless = [1287, 1592, 1681, 1235, 3719, 3778];

    /// <summary>The first warning of the last statement that says that a value was altered; <see langword="null" /> where there is none.</summary>
    public static async ValueTask<string?> FirstOfTheDataAsync(ContextSession session, IOBehavior io, CancellationToken token)
    {
        List<long> counts = await session.QueryAsync(
            "SHOW COUNT(*) WARNINGS", static reader => Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture), io, token).ConfigureAwait(false);
        if (counts[0] == 0)
            return null;
        List<(string Level, int Code, string Message)> warnings = await session.QueryAsync(
            "SHOW WARNINGS",
            static reader => (reader.GetString(0), Convert.ToInt32(reader.GetValue(1), CultureInfo.InvariantCulture), reader.GetString(2)),
            io, token).ConfigureAwait(false);
        foreach ((string level, int code, string message) in warnings)
        {
            if (level is "Warning" or "Error" && !Harmless.Contains(code))
                return $"{message} ({code})";
        }

        // The server keeps only max_error_count warnings: what it does not show may be anything.
        return counts[0] > warnings.Count ? $"{counts[0] - warnings.Count} warnings that the server did not keep" : null;
    }
}
