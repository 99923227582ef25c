using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Whether a table's storage engine supports transactions and savepoints. Every account can read that for the tables that it may use.</summary>
internal static class TableEngine
{
    /// <summary>What follows FROM in a query for the storage engine, as <c>e</c>, of one of some tables.</summary>
    public static string Source(IEnumerable<(string? Schema, string Table)> tables)
        => "information_schema.TABLES t JOIN information_schema.ENGINES e ON e.ENGINE=t.ENGINE WHERE ("
            + string.Join(" OR ", tables.Select(each => $"t.TABLE_SCHEMA={NameLiteral.OfSchema(each.Schema)} AND t.TABLE_NAME={NameLiteral.Of(each.Table)}")) + ")";

    /// <returns>Whether rows survive a rollback; <see langword="null" /> if that cannot be known, as for a temporary table.</returns>
    public static async ValueTask<bool?> KeepsRowsAsync(BulkPlan plan, ContextSession session, IOBehavior io)
        => await TryReadAsync(plan, session, io).ConfigureAwait(false) is { } engine ? !engine.HasTransactions : null;

    /// <returns>Whether a statement that fails is known to leave some of its rows in the transaction: engines without savepoints, such as Spider, cannot take a single statement back.</returns>
    public static async ValueTask<bool> LeavesRowsAsync(BulkPlan plan, ContextSession session, IOBehavior io)
        => await TryReadAsync(plan, session, io).ConfigureAwait(false) is { HasTransactions: false } or { HasSavepoints: false };

    /// <returns>Whether it is known to support transactions.</returns>
    public static async ValueTask<bool> IsTransactionalAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
        => await ReadAsync(table, session, io, token).ConfigureAwait(false) is { HasTransactions: true };

    /// <returns>Whether it is known to support transactions and savepoints.</returns>
    public static async ValueTask<bool> TakesRowsBackAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
        => await ReadAsync(table, session, io, token).ConfigureAwait(false) is { HasTransactions: true, HasSavepoints: true };

    /// <returns>Whether it is known not to support transactions.</returns>
    public static async ValueTask<bool> IsNonTransactionalAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
        => await ReadAsync(table, session, io, token).ConfigureAwait(false) is { HasTransactions: false };

    // After a failure, whose exception is the one to report.
    private static async ValueTask<Engine?> TryReadAsync(BulkPlan plan, ContextSession session, IOBehavior io)
    {
        if (!plan.HasTable)
            return null;
        try
        {
            return await ReadAsync(plan.Table, session, io, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is DbException or InvalidOperationException)
        {
            return null;
        }
    }

    private static async ValueTask<Engine?> ReadAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
    {
        List<Engine> engines = await session.QueryAsync(
            $"SELECT e.TRANSACTIONS,e.SAVEPOINTS FROM {Source([(table.Schema, table.Table)])}",
            static reader => new Engine(IsYes(reader, 0), IsYes(reader, 1)), io, token).ConfigureAwait(false);
        return engines is [var only] ? only : null;
    }

    private static bool IsYes(DbDataReader reader, int column) => Convert.ToString(reader.GetValue(column), CultureInfo.InvariantCulture) == "YES";

    private sealed record Engine(bool HasTransactions, bool HasSavepoints);
}
