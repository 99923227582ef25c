using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>FORCE INDEX (…)</c>, which both servers understand. With the statistics of an empty or small table, they scan the table for each row
/// of a list; shortly after a bulk load, statistics are that old.</summary>
internal static class IndexHint
{
    private static readonly Version IndexComments = new(8, 0, 20);

    /// <summary>The hint for a table whose rows are found by these columns; empty if no index on them is known.</summary>
    public static string For(BulkPlan plan, TableMap table, IEnumerable<RowCell> keys, QuotedNames names)
        => Text(NameOf(plan, table, keys), names);

    /// <summary>The hint for a statement of one table, which allows none after the table's name: <c>/*+ INDEX(t …) */</c>, which MariaDB does not support.</summary>
    public static string InComment(BulkPlan plan, string alias, QuotedNames names)
        => plan.Server is { Flavor: ServerFlavor.MySql } server && server.Version >= IndexComments && NameOf(plan, plan.Table, plan.KeyPart) is { } index
            ? $"/*+ INDEX({alias} {names.Index(index)}) */"
            : "";

    /// <summary>The hint for a table whose rows are found by a range of one column.</summary>
    public static string ForRange(TableMap table, ServerFacts server, SessionFacts session, ColumnMap column, QuotedNames names)
        => Text(StoredIndexes.Of(table, server, session).NameFor(column), names);

    private static string? NameOf(BulkPlan plan, TableMap table, IEnumerable<RowCell> keys)
    {
        StoredIndexes indexes = StoredIndexes.Of(table, plan.Server, plan.Session);
        ColumnMap[] columns = [.. keys.Select(cell => cell.Column)];
        return table.MatchesSeveral ? indexes.NameFor(columns[0]) : indexes.NameFor(columns);
    }


    private static string Text(string? index, QuotedNames names) => index is null ? "" : $" FORCE INDEX ({names.Index(index)})";
}
