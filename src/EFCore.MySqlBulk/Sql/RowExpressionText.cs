using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Expressions;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Writes an expression over two rows.</summary>
internal static class RowExpressionText
{
    /// <param name="expression">The expression.</param>
    /// <param name="types">The types of the columns, as far as they are known.</param>
    /// <param name="stored">The text of a stored column.</param>
    /// <param name="given">Returns the text of a given value; called for each occurrence.</param>
    public static string Of(RowExpression expression, StoredTypes types, Func<ColumnMap, string> stored, Func<ColumnMap, string> given)
    {
        // A column that is assigned without a calculation needs no cast: the server converts it, or refuses it.
        bool isAlone = expression.Parts.Count == 1;
        return string.Concat(expression.Parts.Select(part => part switch
        {
            { Column: not { } } => part.Text,
            { GivesCollation: true } => StoredForm.UnicodeCollation(types.Of(part.Column)),
            { IsStored: true, ComparedAs: null, IsText: true } when !isAlone => StoredForm.InUnicode(types.Of(part.Column), stored(part.Column)),
            { IsStored: true } => stored(part.Column),
            { ComparedAs: { } column } => StoredForm.ComparedText(types.Of(column), () => given(part.Column)),
            _ => given(part.Column),
        }));
    }
}
