using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Identifiers as the provider quotes them.</summary>
internal sealed class QuotedNames(ISqlGenerationHelper sql)
{
    public string Table(TableMap table) => sql.DelimitIdentifier(table.Table, table.Schema);

    public string Column(ColumnMap column) => sql.DelimitIdentifier(column.Name);

    public string Column(RowCell cell) => Column(cell.Column);

    public string Index(string name) => sql.DelimitIdentifier(name);

    /// <summary><c>`a`,`b`</c>.</summary>
    public string List(IEnumerable<RowCell> cells) => string.Join(",", cells.Select(Column));
}
