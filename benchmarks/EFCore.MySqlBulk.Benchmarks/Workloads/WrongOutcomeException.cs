namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>A measured run did not store the right data: its time means nothing.</summary>
internal sealed class WrongOutcomeException(string message) : Exception(message);
