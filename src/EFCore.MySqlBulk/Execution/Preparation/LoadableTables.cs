using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Whether a call's rows can go by LOAD DATA: the server allows it and says when it changes a value, and the tables store what an <c>INSERT</c> would store, and can take rows back.</summary>
internal static class LoadableTables
{
    // A Galera member may commit by itself every 10,000 rows. MySQL has no such variable, and no such table.
    private const string Splits = "(SELECT COUNT(*) FROM information_schema.SESSION_VARIABLES WHERE VARIABLE_NAME='WSREP_LOAD_DATA_SPLITTING' AND VARIABLE_VALUE IN ('ON','1'))";

    /// <returns>Why not; <see langword="null" /> if they can.</returns>
    public static async ValueTask<string?> RefusalAsync(BulkRequest request, ServerFlavor flavor, ContextSession session, IOBehavior io, CancellationToken token)
    {
        foreach (TableMap table in CallTables.Of(request).DistinctBy(table => (table.Schema, table.Table)))
        {
            if (await OfTableAsync(table, flavor, session, io, token).ConfigureAwait(false) is { } refusal)
                return refusal;
        }

        return null;
    }

    private static async ValueTask<string?> OfTableAsync(TableMap table, ServerFlavor flavor, ContextSession session, IOBehavior io, CancellationToken token)
    {
        List<StoredColumn> columns = await session.QueryAsync(
            $"SELECT c.COLUMN_NAME,LOWER(c.DATA_TYPE),c.IS_NULLABLE='YES',e.TRANSACTIONS='YES' AND e.SAVEPOINTS='YES',@@GLOBAL.local_infile,@@SESSION.sql_notes,{(flavor == ServerFlavor.MariaDb ? Splits : "0")} "
            + "FROM information_schema.COLUMNS c JOIN information_schema.TABLES t ON t.TABLE_SCHEMA=c.TABLE_SCHEMA AND t.TABLE_NAME=c.TABLE_NAME LEFT JOIN information_schema.ENGINES e ON e.ENGINE=t.ENGINE "
            + $"WHERE c.TABLE_SCHEMA={NameLiteral.OfSchema(table.Schema)} AND c.TABLE_NAME={NameLiteral.Of(table.Table)}",
            static reader => new StoredColumn(reader.GetString(0), reader.GetString(1), IsOn(reader, 2), IsOn(reader, 3), IsOn(reader, 4), IsOn(reader, 5), IsOn(reader, 6)), io, token).ConfigureAwait(false);
        return columns is not [var first, ..] ? $"the columns of '{table.DisplayName}' cannot be read"
            : !first.AllowsFiles ? "the server's local_infile is off"
            : !first.TakesNotes ? "the session's sql_notes is off, so the server would not say when it shortens a value"
            : first.Splits ? "the server's wsrep_load_data_splitting is on, which commits every 10,000 rows"
            : !first.CanBeTakenBack ? $"the storage engine of '{table.DisplayName}' cannot take rows back"
            : table.Columns.Select(column => OfColumn(column, columns)).FirstOrDefault(refusal => refusal is not null);
    }

    private static string? OfColumn(ColumnMap column, List<StoredColumn> columns)
        => columns.Find(each => each.Name.Equals(column.Name, StringComparison.OrdinalIgnoreCase)) is { } stored && !LoadDataStatement.IsReadAsInserted(column, stored.Type, stored.IsNullable)
            ? $"{column.DisplayName} is stored in a column of type {stored.Type}, which takes text in another way"
            : null;

    private static bool IsOn(DbDataReader reader, int column) => !reader.IsDBNull(column) && Convert.ToInt64(reader.GetValue(column), CultureInfo.InvariantCulture) != 0;

    // What belongs to the table, the server and the session is the same in each.
    private sealed record StoredColumn(string Name, string Type, bool IsNullable, bool CanBeTakenBack, bool AllowsFiles, bool TakesNotes, bool Splits);
}
