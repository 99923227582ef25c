using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Writes an expression over two rows.</summary>
internal static class RowExpressionText
{
    /// <param name="expression">The expression.</param>
    /// <param name="stored">The text of a stored column.</param>
    /// <param name="given">The text of a given value.</param>
    public static string Of(RowExpression expression, Func<ColumnMap, string> stored, Func<ColumnMap, string> given)
        => string.Concat(expression.Parts.Select(part => part.Column is null ? part.Text : part.IsStored ? stored(part.Column) : given(part.Column)));
}
