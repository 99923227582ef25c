using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>One value of every row of a statement.</summary>
internal readonly record struct RowCell(ColumnMap Column, CellSource Source = CellSource.Current);
