using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Sql;

/// <summary>A list of rows as a table <c>v</c> with columns <c>c0</c>, <c>c1</c>, … in the server's dialect.</summary>
internal static class ValuesList
{
    /// <summary>The list between the beginning and the end of a statement.</summary>
    public static StatementFrame Frame(string opening, int cells, ServerFacts server, string ending)
    {
        if (server.HasValuesRow)
            return new($"{opening}(VALUES ", "ROW(", ")", ",", $") AS v({Columns(cells)}){ending}");
        // MariaDB and older servers cannot name a list's columns, so an empty SELECT before it does; its NULLs do not affect the column types.
        string named = $"{opening}(SELECT {string.Join(",", Enumerable.Range(0, cells).Select(i => $"NULL AS c{i}"))} FROM DUAL WHERE 0 UNION ALL ";
        return server.HasValuesTable
            ? new(named + "VALUES ", "(", ")", ",", $") AS v{ending}")
            : new(named + "SELECT ", "", "", " UNION ALL SELECT ", $") AS v{ending}");
    }

    private static string Columns(int cells) => string.Join(",", Enumerable.Range(0, cells).Select(i => $"c{i}"));
}
