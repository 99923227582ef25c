using System.Data.Common;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Statements;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Recovery;

/// <summary>Turns a failure into the exception that the caller sees.</summary>
internal static class Failure
{
    /// <param name="exception">The failure.</param>
    /// <param name="request">The request.</param>
    /// <param name="outcome">What is stored.</param>
    /// <param name="token">The call's token.</param>
    public static Exception Of(Exception exception, BulkRequest request, Outcome outcome, CancellationToken token) => Told(exception, request, outcome.In(request.Portion), token);

    private static Exception Told(Exception exception, BulkRequest request, Outcome outcome, CancellationToken token)
    {
        switch (exception)
        {
            case OperationCanceledException cancelled:
                return outcome.Stored == BulkOutcome.Nothing ? exception : new OperationCanceledException(With(exception, outcome), exception, cancelled.CancellationToken) { Data = { [Outcome.Key] = outcome } };
            case ConverterException converter:
                return Told(converter.InnerException!, request, outcome, token);
            case RowCodeException code:
                return Told(code.InnerException!, request, outcome, token);
            case UnfinishedException unfinished:
                return unfinished.With(outcome);
            case RowValueException row:
                return AtRow(row.Message, row.InnerException, row.Row, request, outcome, saysStored: outcome.Stored != BulkOutcome.Nothing);
            case FailedRowException row:
                return AtRow(Message(row, request), row.InnerException, row.Row, request, outcome, saysStored: true);
            case InvalidOperationException or DbException when ServerError.IsOfAnOpenReader(exception) && (!request.Rows.CanRepeat || request.Portion is { First: 0 }) && outcome.CanBeSentAgain:
                return RowSources.QueryRefused(request.Traits.Name, exception);
            case DbException when token.IsCancellationRequested && ServerError.MayBeInterruption(exception):
                return new OperationCanceledException($"{request.Traits.Name} was cancelled. {outcome.Sentence}", exception, token) { Data = { [Outcome.Key] = outcome } };
            case TransactionGoneException or CutOffException when outcome.Stored == BulkOutcome.Nothing:
                return new BulkOperationException($"{exception.Message}. {outcome.Sentence}", exception) { TransactionLost = outcome.TransactionLost, IsTransient = true };
            case StatementTimeoutException:
                return Because(With(exception, outcome), exception.InnerException ?? exception, outcome);
            case DbException when outcome is { Stored: BulkOutcome.All, TransactionLost: false }:
                // The server has accepted every statement of the call, so something after them failed.
                return Because(With(exception, outcome), exception, outcome);
            case DbException:
                return Because($"{What(exception, outcome)}: {With(exception, outcome)}", exception, outcome);
            case BulkOperationException known when outcome.Stored != BulkOutcome.Nothing:
                return new BulkOperationException(With(known, outcome), known)
                {
                    TransactionLost = outcome.TransactionLost,
                    Outcome = outcome.Stored,
                    RowsAffected = outcome.RowCount,
                    // Those of another call, if it comes from the caller's own code.
                    StoredRowIndexes = [],
                    Shards = [],
                };
            default:
                // An exception from the caller's own code is passed on, unless rows are stored: the caller has to know.
                return outcome.CanBeSentAgain ? exception : Because(With(exception, outcome), exception, outcome);
        }
    }

    private static BulkOperationException Because(string message, Exception cause, Outcome outcome)
        => new(message, BrokenConnectionException.Inside(cause))
        {
            ErrorNumber = ServerError.Number(cause),
            SqlState = ServerError.State(cause),
            IsTransient = ServerError.IsTransient(cause),
            TransactionLost = outcome.TransactionLost,
            Outcome = outcome.Stored,
            RowsAffected = outcome.RowCount,
        };

    private static string With(Exception exception, Outcome outcome)
        => $"{exception.Message.TrimEnd('.')}. {CureOf(exception)}{outcome.Sentence}";

    private static string CureOf(Exception exception) => ServerError.Number(exception) switch
    {
        ServerError.WriteSetExceedsLimit => "Set CommitRows, which commits the rows in portions. ",
        ServerError.NoSavepoints => "Such an engine, Spider for example, takes calls that need no savepoints between statements: BulkInsert, BulkUpdate, BulkDelete, and BulkExecute with Pipelining = BulkPipelining.Always. ",
        _ => "",
    };

    private static string What(Exception exception, Outcome outcome)
        => ServerError.IsConflict(exception) ? "The server refused a statement"
            : outcome.TransactionLost || ServerError.BreaksTheConnection(exception) ? "The connection to the server broke"
            : ServerError.IsAnswer(exception) ? "The server refused a statement"
            : "The driver failed";

    private static string Message(FailedRowException row, BulkRequest request)
    {
        string state = ServerError.State(row.InnerException) is { Length: > 0 } known ? $", SQLSTATE {known}" : "";
        string subject = request.Traits.HasTable ? $" of '{(row.Row.Place?.Table.EntityType ?? request.EntityType).DisplayName()}'" : "";
        string path = PathOf(row.Row, request) is { } way ? $" ({way})" : "";
        return $"The server refused row {row.Row.Index}{path}{subject}: {row.InnerException!.Message} (error {ServerError.Number(row.InnerException)}{state})";
    }

    private static BulkOperationException AtRow(string message, Exception? inner, BulkRow? row, BulkRequest request, Outcome outcome, bool saysStored)
    {
        EntityEntry[] entries = row?.Entry is { } entry ? [entry] : [];
        string? path = row is { } failed ? PathOf(failed, request) : null;
        string named = row is { } known && !message.Contains($"row {known.Index}", StringComparison.Ordinal) ? $"Row {known.Index}{(path is null ? "" : $" ({path})")}: {message}" : message;
        return new(saysStored ? $"{named.TrimEnd('.')}. {outcome.Sentence}" : named, inner, entries)
        {
            RowIndex = row?.Index,
            RowPath = path,
            Key = row is { } at ? KeyOf(at, request) : [],
            ErrorNumber = ServerError.Number(inner),
            SqlState = ServerError.State(inner),
            IsTransient = ServerError.IsTransient(inner),
            TransactionLost = outcome.TransactionLost,
            Outcome = outcome.Stored,
            RowsAffected = outcome.RowCount,
        };
    }

    private static string? PathOf(in BulkRow row, BulkRequest request)
        => request.Graph is { } graph ? GraphPath.Of(graph.Nodes, row.Index, row.Item) : null;

    private static IReadOnlyList<object?> KeyOf(BulkRow row, BulkRequest request)
    {
        if (!request.Traits.TakesEntities)
            return [];
        if (row.Place is { } place)
            return KeyReader.Of(place.Table, bareKeyType: null).Values(row);
        IEntityType type = request.BareKeyType is null ? request.Context.Model.FindRuntimeEntityType(row.Item.GetType()) ?? request.EntityType : request.EntityType;
        return request.KeysOf(TableMaps.Of(type)).Values(row);
    }
}
