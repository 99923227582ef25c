using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>A piece of SQL, or a column of one of the two rows.</summary>
/// <param name="Text">The SQL.</param>
/// <param name="Column">The column; <see langword="null" /> for text.</param>
/// <param name="IsStored">It is the stored row's; otherwise the given row's.</param>
/// <param name="GivesCollation">It stands behind a text in Unicode, to which it gives the collation of the stored column, not its value.</param>
/// <param name="ComparedAs">A text that is compared with another one, by itself: the stored column whose character set and collation the comparison has.</param>
internal readonly record struct RowExpressionPart(string Text, ColumnMap? Column = null, bool IsStored = false, bool GivesCollation = false, ColumnMap? ComparedAs = null)
{
    /// <summary>It is the text of a column.</summary>
    public bool IsText => Column?.Kind is ValueKind.Text or ValueKind.Char;
}
