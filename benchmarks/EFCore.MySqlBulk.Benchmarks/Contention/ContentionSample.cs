namespace EFCore.MySqlBulk.Benchmarks.Contention;

/// <summary>One round of one technique.</summary>
/// <param name="CallsPerSecond">Calls of all writers together.</param>
/// <param name="SlowMs">The time that one call in a hundred exceeds.</param>
/// <param name="Deadlocks">The server's deadlocks for each call.</param>
/// <param name="Victims">How often the caller had to make a call again, for each call.</param>
internal sealed record ContentionSample(double CallsPerSecond, double SlowMs, double Deadlocks, double Victims);
