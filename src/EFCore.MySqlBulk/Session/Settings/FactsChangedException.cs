namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>The guessed facts of a small call were outdated. None of it was run, and it is planned again.</summary>
internal sealed class FactsChangedException() : Exception("The session's settings have changed since the last call.");
