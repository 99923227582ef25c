namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>The loop in C cannot be compiled or run on this machine.</summary>
internal sealed class ProgramFailedException(string message) : Exception(message);
