namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>The loop in C cannot be compiled or run on this machine.</summary>
internal sealed class LoopUnavailableException(string message) : Exception(message);
