namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>The values that an update sends of each row, and its expressions.</summary>
/// <param name="Row">The values.</param>
/// <param name="Assignments">Columns that are set to expressions.</param>
/// <param name="Condition">Which stored rows are written; <see langword="null" /> for all.</param>
/// <param name="UsedCells">The number of values at the end that only expressions use.</param>
/// <param name="IsEmpty">Whether no column is written.</param>
internal readonly record struct UpdatedRow(MatchedRow Row, IReadOnlyList<Assignment> Assignments, RowExpression? Condition, int UsedCells, bool IsEmpty);
