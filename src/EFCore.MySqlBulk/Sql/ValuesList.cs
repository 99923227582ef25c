using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Sql;

/// <summary>A list of rows as a table <c>v</c> with columns <c>c0</c>, <c>c1</c>, … in the server's dialect.</summary>
internal static class ValuesList
{
    /// <summary>The list between a statement's own opening and ending.</summary>
    public static StatementFrame Frame(string opening, int cells, ServerFacts server, string ending)
    {
        if (server.HasValuesRow)
            return new($"{opening}(VALUES ", "ROW(", ")", ",", $") AS v({Columns(cells)}){ending}");
        // MariaDB and older servers cannot name a list's columns, so an empty SELECT in front does; its NULLs leave the types to the rows.
        string named = $"{opening}(SELECT {string.Join(",", Enumerable.Range(0, cells).Select(i => $"NULL AS c{i}"))} FROM DUAL WHERE 0 UNION ALL ";
        return server.HasValuesTable
            ? new(named + "VALUES ", "(", ")", ",", $") AS v{ending}")
            : new(named + "SELECT ", "", "", " UNION ALL SELECT ", $") AS v{ending}");
    }

    private static string Columns(int cells) => string.Join(",", Enumerable.Range(0, cells).Select(i => $"c{i}"));
}
