namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>The facts by which a small call was planned turned out to be outdated. None of it was run, and it is planned anew.</summary>
internal sealed class FactsChangedException() : Exception("The session's settings have changed since the last call.");
