namespace Web.Tests;

/// <summary>How long the tests wait for what must happen.</summary>
internal static class Patience
{
    /// <summary>Nothing takes that long, even on a busy machine.</summary>
    public static TimeSpan Limit { get; } = TimeSpan.FromMinutes(2);
}
