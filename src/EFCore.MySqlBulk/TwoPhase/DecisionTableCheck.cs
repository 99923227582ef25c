using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>Finds the table of decisions, and refuses one that could lose a decision, and servers on which a call in two phases cannot be ended. The answers are remembered for each data source.</summary>
internal static class DecisionTableCheck
{
    private static readonly BoundedCache<(string DataSource, string Database, string Table), DecisionTable> Known = new(1_000);
    private static readonly BoundedCache<string, object> WithXa = new(1_000);

    /// <summary>Finds the table for calls in two phases.</summary>
    /// <param name="session">The context's session.</param>
    /// <param name="server">The server.</param>
    /// <param name="database">The session's database.</param>
    /// <param name="table">The table's name, as it is configured.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="InvalidOperationException">There is no such table, it is not suitable, or the server is not; the message says what to do.</exception>
    public static async ValueTask<DecisionTable> FindWithXaAsync(ContextSession session, ServerFacts server, string database, string table, IOBehavior io, CancellationToken token)
    {
        if (await ObstacleAsync(session, server, io, token).ConfigureAwait(false) is { } obstacle)
            throw new InvalidOperationException($"BulkStrategyOptions.Atomic is not possible: {obstacle}.");
        return await FindAsync(session, database, table, "BulkStrategyOptions.Atomic", io, token).ConfigureAwait(false);
    }

    /// <summary>Finds the table.</summary>
    /// <param name="session">The context's session.</param>
    /// <param name="database">Its database.</param>
    /// <param name="table">The table's name, as it is configured.</param>
    /// <param name="use">What needs it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="InvalidOperationException">There is no such table, or it is not suitable; the message says what to do.</exception>
    public static async ValueTask<DecisionTable> FindAsync(ContextSession session, string database, string table, string use, IOBehavior io, CancellationToken token)
    {
        (string DataSource, string Database, string Table) key = (session.DataSource, database, table);
        if (Known.Find(key) is not { } found)
            Known.Set(key, found = await ReadAsync(session, table, use, io, token).ConfigureAwait(false));
        return found;
    }

    /// <summary>Why no call commits in two phases on a server, so that none can have left anything prepared there.</summary>
    /// <param name="session">The context's session.</param>
    /// <param name="server">The server.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <returns><see langword="null" /> if calls can.</returns>
    public static async ValueTask<string?> ObstacleAsync(ContextSession session, ServerFacts server, IOBehavior io, CancellationToken token)
    {
        if (WithXa.Find(session.DataSource) is not null)
            return null;
        string? obstacle = await ReadObstacleAsync(session, server, io, token).ConfigureAwait(false);
        if (obstacle is null)
            WithXa.Set(session.DataSource, new());
        return obstacle;
    }

    private static async ValueTask<string?> ReadObstacleAsync(ContextSession session, ServerFacts server, IOBehavior io, CancellationToken token)
    {
        if (server.Flavor == ServerFlavor.Other)
            return "the server is neither MySQL nor MariaDB";
        if (server.Flavor == ServerFlavor.MariaDb && server.Version < new Version(10, 5))
            return "MariaDB before 10.5 rolls a prepared transaction back when its connection ends";
        List<(string Name, string Value)> variables = await session.QueryAsync(
            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('wsrep_on','group_replication_group_name')", reader => (Text(reader, 0), Text(reader, 1)), io, token).ConfigureAwait(false);
        return variables.Contains(("wsrep_on", "ON")) ? "the server is a member of a Galera cluster, which has no XA transactions"
            // A read-only member rolls prepared transactions back if it is told to, and knows nothing of the locks of the member that writes.
            : variables.Exists(variable => variable is { Name: "group_replication_group_name", Value.Length: > 0 }) ? "the server is a member of a group (Group Replication), in which any other member could end prepared transactions of a running call"
            : null;
    }

    private static async ValueTask<DecisionTable> ReadAsync(ContextSession session, string table, string use, IOBehavior io, CancellationToken token)
    {
        int dot = table.IndexOf('.', StringComparison.Ordinal);
        (string? schema, string name) = dot < 0 ? (null, table) : (table[..dot], table[(dot + 1)..]);
        List<(string Schema, string Name, string Engine, string Column)> columns = await session.QueryAsync(
            "SELECT t.TABLE_SCHEMA,t.TABLE_NAME,t.ENGINE,CONCAT(c.COLUMN_NAME,' ',c.COLUMN_TYPE,' ',c.COLUMN_KEY) FROM information_schema.TABLES t "
            + "JOIN information_schema.COLUMNS c ON c.TABLE_SCHEMA=t.TABLE_SCHEMA AND c.TABLE_NAME=t.TABLE_NAME "
            + $"WHERE t.TABLE_SCHEMA={NameLiteral.OfSchema(schema)} AND t.TABLE_NAME={NameLiteral.Of(name)}",
            reader => (Text(reader, 0), Text(reader, 1), Text(reader, 2), Text(reader, 3)), io, token).ConfigureAwait(false);
        string? wrong = columns.Count == 0 ? "does not exist, or the account may not read it"
            : columns[0].Engine != "InnoDB" ? "is not an InnoDB table"
            : !columns.Exists(column => column.Column.Equals($"id char({DecisionTables.NameLength}) PRI", StringComparison.OrdinalIgnoreCase)) || columns.Count(column => column.Column.EndsWith(" PRI", StringComparison.Ordinal)) != 1
                || !columns.Exists(column => column.Column.StartsWith("created_at datetime(6)", StringComparison.OrdinalIgnoreCase)) ? "does not have the columns that it needs"
            : null;
        return wrong is null ? DecisionTable.Of(columns[0].Schema, columns[0].Name)
            : throw new InvalidOperationException($"{use} needs the table '{table}', which {wrong}. Create it: {DecisionTables.Creation(table)}");
    }

    private static string Text(DbDataReader reader, int ordinal) => Convert.ToString(reader.GetValue(ordinal), CultureInfo.InvariantCulture) ?? "";
}
