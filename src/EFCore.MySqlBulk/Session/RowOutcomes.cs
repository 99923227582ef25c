namespace EFCore.MySqlBulk.Session;

/// <summary>What the server said of each row: arrays of one element a row, no more than was asked for.</summary>
/// <param name="Keys">The key that it generated for each row; empty where none is wanted.</param>
/// <param name="Affected">The rows that each row's statement affected; empty where that is not wanted.</param>
internal sealed record RowOutcomes(long[] Keys, int[] Affected);
