using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Planning;

/// <summary>A column and the expression that an update sets it to.</summary>
internal sealed record Assignment(ColumnMap Column, RowExpression Value);
