using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Whether a table's storage engine supports transactions. Every account can read that for the tables that it may use.</summary>
internal static class TableEngine
{
    /// <returns>Whether rows survive a rollback; <see langword="null" /> if that cannot be known, as for a temporary table.</returns>
    public static async ValueTask<bool?> KeepsRowsAsync(BulkPlan plan, ContextSession session, IOBehavior io)
    {
        if (!plan.HasTable)
            return null;
        try
        {
            return await TransactionsAsync(plan.Table, session, io, CancellationToken.None).ConfigureAwait(false) is { } transactions ? transactions != "YES" : null;
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <returns>Whether it is known to support transactions.</returns>
    public static async ValueTask<bool> IsTransactionalAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
        => await TransactionsAsync(table, session, io, token).ConfigureAwait(false) is "YES";

    /// <returns>Whether it is known not to support transactions.</returns>
    public static async ValueTask<bool> IsNonTransactionalAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
        => await TransactionsAsync(table, session, io, token).ConfigureAwait(false) is "NO";

    private static async ValueTask<string?> TransactionsAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
    {
        List<string?> transactions = await session.QueryAsync(
            "SELECT e.TRANSACTIONS FROM information_schema.TABLES t JOIN information_schema.ENGINES e ON e.ENGINE=t.ENGINE WHERE t.TABLE_SCHEMA="
            + (table.Schema is { } schema ? NameLiteral.Of(schema) : "DATABASE()") + " AND t.TABLE_NAME=" + NameLiteral.Of(table.Table),
            static reader => Convert.ToString(reader.GetValue(0), CultureInfo.InvariantCulture), io, token).ConfigureAwait(false);
        return transactions is [var only] ? only : null;
    }
}
