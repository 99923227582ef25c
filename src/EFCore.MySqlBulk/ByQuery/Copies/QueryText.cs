using System.Data.Common;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>A query as a part of a statement of ours.</summary>
internal static class QueryText
{
    /// <summary>The text of a query and its parameters, for raw SQL of EF Core, which takes a copy of each parameter.</summary>
    public static (string Text, object[] Parameters) Of(IQueryable query)
    {
        using DbCommand command = query.CreateDbCommand();
        return (Escaped(command.CommandText), [.. command.Parameters.Cast<DbParameter>()]);
    }

    /// <summary>Text for raw SQL of EF Core, in which a brace would begin a parameter.</summary>
    public static string Escaped(string text) => text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);
}
