namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>Ranges that are read at the same time.</summary>
/// <param name="Rows">The rows of a range.</param>
/// <param name="Readers">How many read.</param>
/// <param name="ReadsOfEach">How many ranges each of them reads, one after the other.</param>
internal sealed record WideRead(int Rows, int Readers, int ReadsOfEach);
