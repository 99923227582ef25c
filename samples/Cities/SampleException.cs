namespace Cities;

/// <summary>Ends the run with its message, which says what to do.</summary>
internal sealed class SampleException(string message) : Exception(message);
