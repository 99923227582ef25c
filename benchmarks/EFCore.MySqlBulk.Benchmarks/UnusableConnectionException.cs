namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>No server can be reached with the connection string.</summary>
internal sealed class UnusableConnectionException(string message, Exception inner) : Exception(message, inner);
