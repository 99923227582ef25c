using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Batching;

/// <summary>The indexes of the tables that a call's rows are matched in, and the types of the columns that they are matched by: read before the first plan is made.</summary>
internal static class StoredTypeRequest
{
    /// <param name="request">The request.</param>
    /// <param name="mayBeSeveral">Whether the call may have more than one row, so that a statement may contain a list.</param>
    /// <param name="facts">What is known of the server and the session.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="session">The context's session.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public static async ValueTask LearnAsync(
        BulkRequest request, bool mayBeSeveral, (ServerFacts Server, SessionFacts Session) facts, QuotedNames names, ContextSession session, IOBehavior io, CancellationToken token)
    {
        foreach (TableMap table in TablesOf(request))
        {
            IReadOnlyList<ColumnMap> match = MatchedColumns.Of(table, request.Options.Match);
            if (mayBeSeveral || request.Traits.LooksUp)
                await StoredIndexReader.LearnAsync(table, facts, names, session, io, token).ConfigureAwait(false);
            // An expression may compare or concatenate any text column.
            IEnumerable<ColumnMap> others = request.Options.Set is null && request.Options.UpdateWhen is null ? table.ConcurrencyTokens : table.Columns;
            await StoredTypeReader.LearnAsync(table, match.Concat(others.Where(IsText)), facts, names, session, io, token).ConfigureAwait(false);
        }
    }

    /// <summary>The next call reads the indexes again: the table may have been altered.</summary>
    public static void Forget(BulkRequest request, ServerFacts server, SessionFacts session)
    {
        foreach (TableMap table in TablesOf(request))
        {
            StoredTypes.Forget(table, server, session);
            StoredIndexes.Of(table, server, session).Forget();
        }
    }

    // Rows of collections are found by the keys of their parents.
    private static IEnumerable<TableMap> TablesOf(BulkRequest request)
        => CallTables.MatchedOf(request).Concat(request.Collections.Select(scope => DependentTable.Of(scope.ForeignKey)));

    private static bool IsText(ColumnMap column) => column.Kind is ValueKind.Text or ValueKind.Char;
}
