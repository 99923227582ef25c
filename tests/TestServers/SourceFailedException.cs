namespace TestServers;

/// <summary>One source has no server here; the next one is tried, and the reason is kept for the final message.</summary>
internal sealed class SourceFailedException(string reason, Exception? cause = null) : Exception(reason, cause);
