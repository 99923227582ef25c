using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>A column and the expression that an update sets it to.</summary>
internal sealed record Assignment(ColumnMap Column, RowExpression Value);
