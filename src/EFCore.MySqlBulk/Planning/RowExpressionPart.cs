using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Planning;

/// <summary>A piece of SQL, or a column of one of the two rows.</summary>
/// <param name="Text">The SQL.</param>
/// <param name="Column">The column; <see langword="null" /> for text.</param>
/// <param name="IsStored">It is the stored row's; otherwise the given row's.</param>
internal readonly record struct RowExpressionPart(string Text, ColumnMap? Column = null, bool IsStored = false);
