using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>The identity of a session, and the variables that stored values depend on.</summary>
/// <param name="Identity">Server and user, the same for two sessions of one context.</param>
/// <param name="Database">The current database.</param>
/// <param name="Variables">The values of <see cref="Names" />, as text.</param>
internal sealed record SessionSettings(string Identity, string Database, IReadOnlyList<string> Variables)
{
    private const int SqlMode = 0;
    private const int Isolation = 1;
    private const int ReadOnly = 2;
    private const int Collation = 3;
    private static readonly string[] Plain =
        ["time_zone", "foreign_key_checks", "unique_checks", "auto_increment_increment", "auto_increment_offset", "innodb_lock_wait_timeout", "sql_log_bin", "sql_safe_updates"];

    /// <summary>The query that reads them, as one row of texts.</summary>
    public static string Query(ServerFacts server) => $"SELECT {Columns(server)}";

    /// <summary>The columns of the query.</summary>
    public static string Columns(ServerFacts server)
        => $"CONCAT({ServerIdentity.Sql},' ',SUBSTRING_INDEX(USER(),'@',1)),IFNULL(DATABASE(),''),"
            + string.Join(",", Names(server).Select(name => $"CONCAT('',@@{name})"));

    /// <summary>Reads the settings of a session.</summary>
    public static async ValueTask<SessionSettings> ReadAsync(IQueryConnection session, ServerFacts server, IOBehavior io, CancellationToken token)
        => (await session.QueryAsync(Query(server), reader => Read(reader, 0), io, token).ConfigureAwait(false))[0];

    /// <summary>Reads the settings from the columns of a query, from <paramref name="first" /> on.</summary>
    public static SessionSettings Read(DbDataReader reader, int first)
        => Of([.. Enumerable.Range(first, reader.FieldCount - first).Select(ordinal => Text(reader, ordinal))]);

    /// <summary>Whether a session is encrypted.</summary>
    public static async ValueTask<bool> IsEncryptedAsync(IQueryConnection session, IOBehavior io, CancellationToken token)
        => (await session.QueryAsync("SHOW SESSION STATUS LIKE 'Ssl_cipher'", reader => Text(reader, 1), io, token).ConfigureAwait(false)) is [{ Length: > 0 }];

    public static SessionSettings Of(IReadOnlyList<string?> row) => new(row[0]!, row[1]!, [.. row.Skip(2).Select(value => value ?? "")]);

    /// <summary>The statements that make a session with these settings like <paramref name="wanted" />, but strict and without autocommit.</summary>
    public IEnumerable<string> ToBecome(SessionSettings wanted, ServerFacts server)
        => Changes(wanted, server, $"sql_mode='{new SessionFacts(wanted.Variables[SqlMode], "", 1, "").Strict().SqlMode}'", "autocommit=0");

    /// <summary>The statements that restore these settings in a session that was set to <paramref name="wanted" />.</summary>
    public IEnumerable<string> Restored(SessionSettings wanted, ServerFacts server)
        => wanted.Changes(this, server, $"sql_mode='{Variables[SqlMode]}'", "autocommit=1");

    private IEnumerable<string> Changes(SessionSettings wanted, ServerFacts server, params string[] others)
    {
        string collation = wanted.Variables[Collation];
        if (collation != Variables[Collation] && collation.StartsWith("utf8mb4", StringComparison.Ordinal))
            yield return $"SET NAMES utf8mb4 COLLATE {collation}";
        if (wanted.Variables[Isolation] != Variables[Isolation])
            yield return $"SET SESSION TRANSACTION ISOLATION LEVEL {wanted.Variables[Isolation].Replace('-', ' ')}";
        if (wanted.Variables[ReadOnly] != Variables[ReadOnly])
            yield return $"SET SESSION TRANSACTION READ {(wanted.Variables[ReadOnly] == "0" ? "WRITE" : "ONLY")}";
        IEnumerable<string> changed = Names(server).Skip(Collation + 1)
            .Select((name, i) => (Name: name, Index: Collation + 1 + i))
            .Where(v => wanted.Variables[v.Index] != Variables[v.Index])
            .Select(v => $"{v.Name}={(long.TryParse(wanted.Variables[v.Index], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out _) ? wanted.Variables[v.Index] : $"'{wanted.Variables[v.Index]}'")}");
        yield return "SET " + string.Join(",", changed.Concat(others));
    }

    // MariaDB has MySQL's variable names from 11.1 on.
    private static IEnumerable<string> Names(ServerFacts server)
    {
        string transaction = server.Flavor == ServerFlavor.MariaDb ? "tx" : "transaction";
        return ["sql_mode", transaction + "_isolation", transaction + "_read_only", "collation_connection", .. Plain];
    }

    private static string Text(DbDataReader reader, int ordinal) => Convert.ToString(reader.GetValue(ordinal), CultureInfo.InvariantCulture) ?? "";
}
