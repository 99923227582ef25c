namespace EFCore.MySqlBulk.Session.Statements;

/// <summary>The outcome of each row: arrays with one element per row, if requested.</summary>
/// <param name="Keys">The key that it generated for each row; empty if keys are not wanted.</param>
/// <param name="Affected">The number of rows that each row's statement affected; empty if that is not wanted.</param>
internal sealed record RowOutcomes(long[] Keys, int[] Affected);
