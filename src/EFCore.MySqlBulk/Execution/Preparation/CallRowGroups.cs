using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Makes the groups of a call, or of its explanation.</summary>
internal static class CallRowGroups
{
    /// <param name="requested">The call.</param>
    /// <param name="session">The context's session.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="known">The server and the session.</param>
    /// <param name="rows">The number of all rows, if it is known.</param>
    /// <param name="fillsOnly">Whether statements are only filled, not sent.</param>
    public static RowGroups Of(RequestedOperation requested, ContextSession session, QuotedNames names, Facts known, int? rows, bool fillsOnly)
    {
        BulkRequest request = requested.Request;
        PipeliningFacts pipelining = CallObstacle.FactsOf(request, session, known, rows);
        return new(requested, session, names, new(request.Options, known.Server, SessionOf(request, known), rows) { Pipelining = pipelining }) { FillsOnly = fillsOnly };
    }

    /// <summary>The number of all rows of a call, if it is known once the first of them have been read.</summary>
    public static int? RowsOf(BulkRequest request, object?[] window, int count) => request.Rows.Count ?? (count < window.Length ? count : null);

    /// <exception cref="InvalidOperationException">The session hides rows from queries.</exception>
    private static SessionFacts SessionOf(BulkRequest request, Facts known)
        => !request.Traits.NeedsStrictSession ? known.Session
            : known.Session.IsLimited && request.Traits.HasTable
                ? throw new InvalidOperationException($"The session has a sql_select_limit, so queries of {request.Traits.Name} for generated values and stored rows could miss some. Set sql_select_limit = DEFAULT.")
                : known.Session.Strict();
}
