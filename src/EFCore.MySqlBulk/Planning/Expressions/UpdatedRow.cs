namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>What an update sends of each row, and what it does with that.</summary>
/// <param name="Row">The values.</param>
/// <param name="Assignments">Columns that are set to expressions.</param>
/// <param name="Condition">Which stored rows are written; <see langword="null" /> for all.</param>
/// <param name="UsedCells">How many values, the last ones, only expressions use.</param>
/// <param name="IsEmpty">No column is written.</param>
internal readonly record struct UpdatedRow(MatchedRow Row, IReadOnlyList<Assignment> Assignments, RowExpression? Condition, int UsedCells, bool IsEmpty);
