using System.Data.Common;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>A query as a part of a statement of ours.</summary>
internal static class QueryText
{
    /// <summary>The text of a query and its parameters, for raw SQL of EF Core, which fills braces, and takes a copy of each parameter.</summary>
    public static (string Text, object[] Parameters) Of<T>(IQueryable<T> query)
    {
        using DbCommand command = query.CreateDbCommand();
        return (command.CommandText.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal), [.. command.Parameters.Cast<DbParameter>()]);
    }
}
