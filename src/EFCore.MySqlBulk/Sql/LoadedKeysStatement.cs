using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Finds the keys that the server generated for the rows of a LOAD DATA, which it does not report.</summary>
internal static class LoadedKeysStatement
{
    /// <summary>Sent before it: from now on a transaction that reads repeatably sees no other session's new rows. As part of a DO it would lock what it reads.</summary>
    public static string BeginSnapshot(TableMap table, QuotedNames names) => $"SELECT COUNT(*) FROM {names.Table(table)} WHERE {names.Column(table.AutoIncrement!)}=0";

    /// <summary>Sent behind it. Column 0 is the number of rows from the first generated key on, column 1 that key, column 2 the highest one. If the server has generated none, all are 0 or NULL.</summary>
    /// <param name="table">The table.</param>
    /// <param name="names">Quotes its names.</param>
    /// <param name="hint">The index hint; empty if no index is known.</param>
    public static string Count(TableMap table, QuotedNames names, string hint)
    {
        string key = names.Column(table.AutoIncrement!);
        return $"SELECT COUNT(*),LAST_INSERT_ID(),MAX({key}) FROM {names.Table(table)}{hint} WHERE {key}>=NULLIF(LAST_INSERT_ID(),0)";
    }

    /// <summary>The keys from the first generated one on, in their order, which is that of the rows.</summary>
    public static string Keys(TableMap table, QuotedNames names, string hint, long first)
    {
        string key = names.Column(table.AutoIncrement!);
        return $"SELECT {key} FROM {names.Table(table)}{hint} WHERE {key}>={KeyLiteral.Of(table, first)} ORDER BY {key}";
    }
}
