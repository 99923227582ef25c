namespace Cities;

/// <summary>The arguments are wrong; the message says which and how.</summary>
internal sealed class CommandLineException(string message) : Exception(message);
