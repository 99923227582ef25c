namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>Nothing that could be measured has the requested name.</summary>
internal sealed class UnknownTechniqueException(string message) : Exception(message);
