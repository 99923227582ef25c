namespace TestServers;

/// <summary>One way to a server does not work here; the next one is tried, and the reason is kept for the final message.</summary>
internal sealed class WayClosedException(string reason, Exception? cause = null) : Exception(reason, cause);
