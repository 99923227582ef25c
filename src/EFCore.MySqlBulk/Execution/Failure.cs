using System.Data.Common;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Turns what went wrong into the exception that the caller sees.</summary>
internal static class Failure
{
    /// <param name="exception">What went wrong.</param>
    /// <param name="request">The request.</param>
    /// <param name="kind">The transaction that it ran in.</param>
    /// <param name="lost">The server has ended that transaction.</param>
    /// <param name="stored">Rows that stay stored.</param>
    /// <param name="token">The call's token.</param>
    public static Exception Of(Exception exception, BulkRequest request, TransactionKind? kind, bool lost, long stored, CancellationToken token)
    {
        switch (exception)
        {
            case OperationCanceledException:
                return exception;
            case RowValueException row:
                return AtRow(row.Message, row.InnerException, row.Row, request, lost, stored);
            case FailedRowException row:
                return AtRow(Message(row, request), row.InnerException, row.Row, request, lost, stored);
            case InvalidOperationException or DbException when IsBusy(exception) && !request.Rows.CanRepeat:
                return new InvalidOperationException(
                    "The rows come from a query on the context's own connection, which cannot read and write at once. "
                    + "Load them first, with ToListAsync, or read them with another context.", exception);
            case DbException when token.IsCancellationRequested && ServerError.Number(exception) is ServerError.QueryInterrupted or 0:
                return new OperationCanceledException($"Bulk{request.Operation} was cancelled.", exception, token);
            case StatementTimeoutException:
                return new BulkOperationException(exception.Message + " Nothing of the call is stored.", exception.InnerException ?? exception) { RowsAffected = stored };
            case DbException:
                return new BulkOperationException(Message(exception, kind, lost), exception)
                {
                    ErrorNumber = ServerError.Number(exception),
                    SqlState = ServerError.State(exception),
                    TransactionLost = lost,
                    RowsAffected = stored,
                };
            default:
                return exception;
        }
    }

    private static string Message(FailedRowException row, BulkRequest request)
    {
        string state = ServerError.State(row.InnerException) is { Length: > 0 } known ? $", SQLSTATE {known}" : "";
        string subject = request.Statement is null ? $" of '{request.EntityType.DisplayName()}'" : "";
        return $"The server refused row {row.Row.Index}{subject}: {row.InnerException!.Message} (error {ServerError.Number(row.InnerException)}{state})";
    }

    private static BulkOperationException AtRow(
        string message, Exception? inner, BulkRow? row, BulkRequest request, bool lost, long stored)
    {
        EntityEntry[] entries = row?.Entry is { } entry ? [entry] : [];
        return new(row is { } known && !message.Contains($"row {known.Index}", StringComparison.Ordinal) ? $"Row {known.Index}: {message}" : message, inner, entries)
        {
            RowIndex = row?.Index,
            Key = row is { } at ? KeyOf(at, request) : [],
            ErrorNumber = ServerError.Number(inner),
            SqlState = ServerError.State(inner),
            TransactionLost = lost,
            RowsAffected = stored,
        };
    }

    private static IReadOnlyList<object?> KeyOf(BulkRow row, BulkRequest request)
    {
        if (request.Statement is not null)
            return [];
        IEntityType type = request.BareKeyType is null ? request.Context.Model.FindRuntimeEntityType(row.Item.GetType()) ?? request.EntityType : request.EntityType;
        return KeyReader.Of(TableMap.Of(type), request.BareKeyType).Values(row);
    }

    private static string Message(Exception exception, TransactionKind? kind, bool lost)
    {
        string consequence = (kind, lost) switch
        {
            (_, true) => "The server has ended the transaction; nothing of it is stored, and it cannot be used on.",
            (TransactionKind.Ambient, _) => "Roll the ambient transaction back.",
            (TransactionKind.None, _) => "There was no transaction, so earlier statements of the call may be stored.",
            _ => "Nothing of the call is stored.",
        };
        string what = lost && ServerError.Number(exception) != ServerError.Deadlock ? "The connection to the server broke" : "The server refused a statement";
        return $"{what}: {exception.Message.TrimEnd('.')}. {consequence}";
    }

    // Drivers say it in words only.
    private static bool IsBusy(Exception exception)
        => exception.Message.Contains("open DataReader", StringComparison.OrdinalIgnoreCase)
            || exception.Message.Contains("in use", StringComparison.OrdinalIgnoreCase);
}
