namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT … FOR UPDATE</c>: a query of EF Core's that locks the rows that it reads.</summary>
internal static class ScopeStatement
{
    private const string Select = "SELECT ";

    /// <param name="query">The text of a query without grouping, limit or union.</param>
    /// <param name="lockFirst">Whether all rows are locked before the first one is returned (<c>SQL_BUFFER_RESULT</c>), because drivers cannot handle
    /// a deadlock error in the middle of a result.</param>
    public static string Locked(string query, bool lockFirst)
    {
        // Comments precede the query, each on a line of its own.
        int at = query.StartsWith(Select, StringComparison.Ordinal) ? 0 : query.IndexOf($"\n{Select}", StringComparison.Ordinal) + 1;
        if (at == 0 && !query.StartsWith(Select, StringComparison.Ordinal))
            throw new InvalidOperationException($"BulkSynchronizeOptions.Scope is translated to a statement that is no plain SELECT: {query}");
        return $"{query[..at]}{Select}{(lockFirst ? "SQL_BUFFER_RESULT " : "")}{query[(at + Select.Length)..].TrimEnd().TrimEnd(';')}\nFOR UPDATE";
    }
}
