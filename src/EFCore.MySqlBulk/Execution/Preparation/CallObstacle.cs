using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Finds what prevents pipelining a call's statements.</summary>
internal static class CallObstacle
{
    /// <summary>The ways in which a call can send its statements. The connection is not examined if the options and the number of rows decide already.</summary>
    public static PipeliningFacts FactsOf(BulkRequest request, ContextSession session, Facts known, int? rows)
    {
        string? obstacle = PipeliningSelector.IsOpen(request.Options, rows) ? Of(request, session, known) : null;
        return new(session.CanJoinRows, obstacle is null, obstacle, request.Options.ArrayBatchDriver is not null, OfLoadData(session), LongStatements: !Stalls(session));
    }

    // Over TLS: Thresholds.LiteralStatementBytes.
    private static bool Stalls(ContextSession session) => session.Settings.Tls != TlsMode.None && ConnectorNet.Find(session.Connection) is not null;

    private static string? OfLoadData(ContextSession session)
        => !session.Settings.AllowsLocalFiles ? "the connection string does not set AllowLoadLocalInfile=true"
        : session.CannotRollBack ? "the transaction has no savepoints, so rows with a warning could not be taken back"
        : null;

    private static string? Of(BulkRequest request, ContextSession session, Facts known)
        => request.Scope is not null && ScopedRows.Obstacle(request) is { } ofScope ? ofScope
            : HasDriverValues(request) ? "only the driver knows how to send some of the values"
            : request.Options.ArrayBatchDriver is IArrayBatchDriver other ? other.Refusal(request.Context, session, known.Server, request.Options.AsksForPipelining)
            : request.Options.Connections > 1 && OfConnections(request) is { } ofConnections ? ofConnections
            : PipeliningObstacle.Of(request.Context, session, known, request.Options.AsksForPipelining);

    // Further connections have transactions of their own.
    private static string? OfConnections(BulkRequest request)
    {
        string? open = TransactionKinds.Of(request.Context.Database) switch
        {
            TransactionKind.Joined => "a transaction is open on the context",
            TransactionKind.Ambient => "an ambient transaction is open",
            _ => null,
        };
        return open is not null && request.Options.AtomicBy is not null ? $"{open}, and Atomic commits transactions of its own" : open;
    }

    private static bool HasDriverValues(BulkRequest request)
        => request.Statement is { } statement
            ? statement.Values.Any(value => value.Kind == ValueKind.Other)
            : CallTables.Of(request).Any(table => table.Columns.Any(column => column.Kind == ValueKind.Other));
}
