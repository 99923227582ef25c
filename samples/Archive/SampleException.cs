namespace Archive;

/// <summary>Ends the run; its message says what to do.</summary>
internal sealed class SampleException(string message) : Exception(message);
