namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The connection string leads to no server.</summary>
internal sealed class UnusableConnectionException(string message, Exception inner) : Exception(message, inner);
