using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.Lookups;

/// <summary>Queries the types of a table's columns, if matched values depend on them.</summary>
internal static class StoredTypeReader
{
    /// <param name="table">The table.</param>
    /// <param name="matched">The columns that values are matched by.</param>
    /// <param name="facts">What is known of the server and the session.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="holder">The connection to query.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask LearnAsync(
        TableMap table, IEnumerable<ColumnMap> matched, (ServerFacts Server, SessionFacts Session) facts, QuotedNames names, IQueryConnection holder, IOBehavior io, CancellationToken token)
    {
        // Unlike information_schema, the statement resolves the table's name as other statements do, temporary tables included.
        if (StoredTypes.AreMissing(table, matched, facts.Server, facts.Session))
            StoredTypes.Learn(table, facts.Server, facts.Session, await holder.QueryAsync($"SHOW FULL COLUMNS FROM {names.Table(table)}", Read, io, token).ConfigureAwait(false));
    }

    private static (string, StoredType) Read(DbDataReader reader)
        => (TextOf(reader, 0)!, StoredType.Parse(TextOf(reader, 1)!, TextOf(reader, 2)));

    private static string? TextOf(DbDataReader reader, int ordinal) => reader.GetValue(ordinal) switch
    {
        DBNull => null,
        // MySQL gives the type as bytes.
        byte[] bytes => System.Text.Encoding.UTF8.GetString(bytes),
        var text => Convert.ToString(text, System.Globalization.CultureInfo.InvariantCulture),
    };
}
