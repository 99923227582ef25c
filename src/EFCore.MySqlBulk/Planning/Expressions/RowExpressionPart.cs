using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>A piece of SQL, or a column of one of the two rows.</summary>
/// <param name="Text">The SQL.</param>
/// <param name="Column">The column; <see langword="null" /> for text.</param>
/// <param name="IsStored">Whether it is the stored row's column; otherwise the given row's.</param>
/// <param name="GivesCollation">Whether it follows a Unicode text and adds the stored column's collation, not its value.</param>
/// <param name="ComparedAs">A text that is compared with another one, by itself: the stored column whose character set and collation the comparison has.</param>
internal readonly record struct RowExpressionPart(string Text, ColumnMap? Column = null, bool IsStored = false, bool GivesCollation = false, ColumnMap? ComparedAs = null)
{
    /// <summary>Whether it is a text column.</summary>
    public bool IsText => Column?.Kind is ValueKind.Text or ValueKind.Char;
}
