using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.Lookups;

/// <summary>Queries the indexes of a table.</summary>
internal static class StoredIndexReader
{
    /// <param name="table">The table.</param>
    /// <param name="facts">What is known of the server and the session.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="holder">The connection to query.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask LearnAsync(
        TableMap table, (ServerFacts Server, SessionFacts Session) facts, QuotedNames names, IQueryConnection holder, IOBehavior io, CancellationToken token)
    {
        StoredIndexes indexes = StoredIndexes.Of(table, facts.Server, facts.Session);
        if (indexes.AreKnown)
            return;
        // Unlike information_schema, the statement resolves the table's name as other statements do, temporary tables included. Its rows are in the order of the columns.
        List<IndexPart> parts = await holder.QueryAsync($"SHOW INDEX FROM {names.Table(table)}", Read, io, token).ConfigureAwait(false);
        indexes.Learn([.. parts.GroupBy(part => part.Index).Select(index => new StoredIndex(
            index.Key, index.All(part => part.IsUnique), index.All(part => part.IsUsable), [.. index.Select(part => part.Column)]))]);
    }

    private static IndexPart Read(DbDataReader reader)
    {
        bool isUsable = true;
        for (int i = 0; i < reader.FieldCount; i++)
        {
            // MySQL calls an index invisible, MariaDB ignored.
            isUsable &= (reader.GetName(i), reader.GetValue(i)) is not (("Visible", "NO") or ("Ignored", "YES"));
        }

        return new((string)reader["Key_name"], Convert.ToInt64(reader["Non_unique"], CultureInfo.InvariantCulture) == 0, isUsable, reader["Column_name"] as string);
    }

    private sealed record IndexPart(string Index, bool IsUnique, bool IsUsable, string? Column);
}
