using System.Data.Common;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Tables of a call that are temporary in the session. Only SHOW CREATE TABLE reveals them: information_schema does not list them, and one may hide a permanent table.</summary>
internal static class TemporaryTables
{
    /// <returns>The name of the first one; <see langword="null" /> if there is none. The SQL of <c>BulkExecute</c> is not parsed.</returns>
    public static async ValueTask<string?> FindAsync(BulkRequest request, ContextSession session, IOBehavior io, CancellationToken token)
    {
        QuotedNames names = new(request.Context.GetService<ISqlGenerationHelper>());
        foreach (TableMap table in CallTables.Of(request).DistinctBy(table => (table.Schema, table.Table)))
        {
            if (await IsTemporaryAsync(names.Table(table), session, io, token).ConfigureAwait(false))
                return table.Table;
        }

        return null;
    }

    private static async ValueTask<bool> IsTemporaryAsync(string name, ContextSession session, IOBehavior io, CancellationToken token)
    {
        try
        {
            List<string> definition = await session.QueryAsync($"SHOW CREATE TABLE {name}", static reader => reader.GetString(1), io, token).ConfigureAwait(false);
            return definition is [var text] && text.StartsWith("CREATE TEMPORARY", StringComparison.OrdinalIgnoreCase);
        }
        catch (DbException exception) when (ServerError.IsLasting(exception))
        {
            // The table does not exist, or the account may not see it. The statements that follow will fail.
            return false;
        }
    }
}
