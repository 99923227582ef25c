namespace Archive;

/// <summary>The arguments are wrong; the message says which, and why.</summary>
internal sealed class CommandLineException(string message) : Exception(message);
