using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Decides when an attempt that left nothing behind is made again without asking anyone.</summary>
internal static class Retry
{
    /// <summary>The most attempts at a call whose attempts are undone by conflicts.</summary>
    public const int MaxTries = 5;

    /// <summary>The same for a call that looks rows up: those that look the same absent rows up lock the same gaps, and all but one of them are a deadlock's victims.</summary>
    public const int MaxTriesAfterLookingUp = 50;

    /// <summary>InnoDB rolled all of the attempt back, as a deadlock's victim or because a row had changed since its snapshot. A context's execution strategy retries deadlocks by itself.</summary>
    public static bool IsConflict(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, bool hasStrategy, int tries)
        => tries < (request.Traits.LooksUp ? MaxTriesAfterLookingUp : MaxTries) && request.Rows.CanRepeat && LeftNothing(exception, attempt)
            && ServerError.Number(exception) is int number && (number == ServerError.RecordChanged || (number == ServerError.Deadlock && !hasStrategy));

    /// <summary>The server refused a row as a duplicate that was looked up and not there: somebody may have inserted it since, so that it is there in the next attempt. A row that is refused again
    /// although nobody inserted it collides with something else.</summary>
    /// <param name="exception">What the attempt ended with.</param>
    /// <param name="request">The request.</param>
    /// <param name="last">The row that was refused in the attempt before.</param>
    /// <param name="tries">How many attempts there were.</param>
    public static bool IsOvertaken(BulkOperationException exception, BulkRequest request, int? last, int tries)
        => request.Traits.LooksUp && tries < MaxTriesAfterLookingUp && request.Rows.CanRepeat && exception.Outcome == BulkOutcome.Nothing
            && ServerError.Number(exception) == ServerError.DuplicateEntry && exception.RowIndex is { } row && row != last;

    /// <summary>The server refused a row as a duplicate that had not been looked up under locks: it is there, or it collides with something else, which the next attempt tells.</summary>
    public static bool WasThere(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && attempt.HasMetUnseen(exception);

    /// <summary>An index that a statement names has been renamed or dropped. The next attempt reads the table's indexes again.</summary>
    public static bool IsIndexGone(Exception exception, BulkRequest request, int tries)
        => tries == 1 && request.Rows.CanRepeat && exception is BulkOperationException { Outcome: BulkOutcome.Nothing } && ServerError.Number(exception) == ServerError.NoSuchIndex;

    /// <summary>The connection broke under a flight, which the context's execution strategy would retry if it had been a command of the driver.</summary>
    public static bool IsOfAFlight(BulkOperationException exception, BulkAttempt attempt, BulkRequest request)
        => request.Rows.CanRepeat && LeftNothing(exception, attempt) && attempt.WasPipelined && !request.Options.AsksForPipelining && exception.TransactionLost;

    /// <summary>The victims of a deadlock should not meet again.</summary>
    public static TimeSpan Pause(int tries) => TimeSpan.FromMilliseconds(Random.Shared.Next(5, 25) * Math.Min(tries, MaxTries));

    // If the transaction is the caller's, only the caller can begin it again.
    private static bool LeftNothing(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && !attempt.IsInCallersTransaction;
}
