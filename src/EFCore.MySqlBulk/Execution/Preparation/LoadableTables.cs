using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Whether a call's rows can go by LOAD DATA: the server allows it and says when it changes a value, and the tables store what an <c>INSERT</c> would store, and can take rows back.</summary>
internal static class LoadableTables
{
    // A Galera member may commit by itself every 10,000 rows. MySQL has no such variable, and no such table.
    private const string Splits = "(SELECT COUNT(*) FROM information_schema.SESSION_VARIABLES WHERE VARIABLE_NAME='WSREP_LOAD_DATA_SPLITTING' AND VARIABLE_VALUE IN ('ON','1'))";

    // Other engines of the servers lack transactions, or savepoints.
    private const string Engine = "InnoDB";

    /// <returns>Why not; <see langword="null" /> if they can.</returns>
    public static async ValueTask<string?> RefusalAsync(BulkRequest request, ServerFlavor flavor, QuotedNames names, ContextSession session, IOBehavior io, CancellationToken token)
    {
        string query = $"SELECT @@GLOBAL.local_infile,@@SESSION.sql_notes,{(flavor == ServerFlavor.MariaDb ? Splits : "0")}";
        List<string?> refusals = await session.QueryAsync(query, OfServer, io, token).ConfigureAwait(false);
        if (refusals is [{ } refused])
            return refused;
        foreach (TableMap table in CallTables.Of(request).DistinctBy(table => (table.Schema, table.Table)))
        {
            if (await OfTableAsync(table, names, session, io, token).ConfigureAwait(false) is { } refusal)
                return refusal;
        }

        return null;
    }

    private static string? OfServer(DbDataReader reader)
        => !IsOn(reader, 0) ? "the server's local_infile is off"
            : !IsOn(reader, 1) ? "the session's sql_notes is off, so the server would not say when it shortens a value"
            : IsOn(reader, 2) ? "the server's wsrep_load_data_splitting is on, which commits every 10,000 rows"
            : null;

    private static async ValueTask<string?> OfTableAsync(TableMap table, QuotedNames names, ContextSession session, IOBehavior io, CancellationToken token)
    {
        List<TableDefinition> definitions = await session.QueryAsync(
            $"SHOW CREATE TABLE {names.Table(table)}", static reader => TableDefinition.Parse(reader.GetString(1)), io, token).ConfigureAwait(false);
        // In a sql_mode such as ANSI the definition does not have the engine.
        return definitions is [var definition] && (definition.Engine == Engine || (definition.Engine is null && await TableEngine.TakesRowsBackAsync(table, session, io, token).ConfigureAwait(false)))
            ? table.Columns.Select(column => OfColumn(column, definition)).Concat(definition.Required.Select(name => OfRequired(name, table))).FirstOrDefault(refusal => refusal is not null)
            : $"the storage engine of '{table.DisplayName}' cannot take rows back";
    }

    private static string? OfColumn(ColumnMap column, TableDefinition definition)
        => definition.Column(column.Name) is not { } stored ? $"{column.DisplayName} is not found in the table"
            : LoadDataStatement.IsReadAsInserted(column, stored.Type, stored.IsNullable) ? null
            : $"{column.DisplayName} is stored in a column of type {stored.Type}, which takes text in another way";

    // MySQL stores zero or an empty text there, without a warning.
    private static string? OfRequired(string name, TableMap table)
        => table.Columns.Any(column => column.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted) && string.Equals(column.Name, name, StringComparison.OrdinalIgnoreCase)) ? null
            : $"{name} has no default in the table of '{table.DisplayName}', and is not written";

    private static bool IsOn(DbDataReader reader, int column) => !reader.IsDBNull(column) && Convert.ToInt64(reader.GetValue(column), CultureInfo.InvariantCulture) != 0;
}
