namespace EFCore.MySqlBulk.Session;

/// <summary>The facts that a small call was planned by turned out to be old. Nothing of it was run, and it is planned anew.</summary>
internal sealed class FactsChangedException() : Exception("The session's settings have changed since the last call.");
