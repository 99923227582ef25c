namespace EFCore.MySqlBulk.Session;

/// <summary>The facts that a small call was planned by turned out to be old. It was taken back, and is planned anew.</summary>
internal sealed class FactsChangedException() : Exception("The session's settings have changed since the last call.");
