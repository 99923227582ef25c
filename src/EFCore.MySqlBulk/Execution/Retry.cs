using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Decides when an attempt that left nothing behind is made again without asking anyone.</summary>
internal static class Retry
{
    private const int MaxTries = 5;

    // Calls that look the same absent rows up lock the same gaps, and all but one of them are a deadlock's victims.
    private const int MaxTriesAfterLookingUp = 50;

    /// <summary>InnoDB chose the attempt as a deadlock's victim and rolled all of it back.</summary>
    public static bool IsDeadlock(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, int tries)
        => tries < (request.Operation.LooksUp ? MaxTriesAfterLookingUp : MaxTries) && request.Rows.CanRepeat && LeftNothing(exception, attempt) && ServerError.Number(exception) == ServerError.Deadlock;

    /// <summary>The server refused a row as a duplicate that was looked up and not there: somebody may have inserted it since, so that it is there in the next attempt. A row that is refused again
    /// although nobody inserted it collides with something else.</summary>
    /// <param name="exception">What the attempt ended with.</param>
    /// <param name="request">The request.</param>
    /// <param name="last">The row that was refused in the attempt before.</param>
    /// <param name="tries">How many attempts there were.</param>
    public static bool IsOvertaken(BulkOperationException exception, BulkRequest request, int? last, int tries)
        => request.Operation.LooksUp && tries < MaxTriesAfterLookingUp && request.Rows.CanRepeat && exception.Outcome == BulkOutcome.Nothing
            && ServerError.Number(exception) == ServerError.DuplicateEntry && exception.RowIndex is { } row && row != last;

    /// <summary>The operation's own connection failed in a way that the context's execution strategy would retry on its own connection.</summary>
    public static bool IsOfTheOwnConnection(BulkOperationException exception, BulkAttempt attempt, BulkRequest request)
        => request.Rows.CanRepeat && LeftNothing(exception, attempt) && attempt.HadOwnConnection && !request.Options.AsksForOwnConnection
            && (exception.TransactionLost || ServerError.Number(exception) == ServerError.LockWaitTimeout);

    /// <summary>The victims of a deadlock should not meet again.</summary>
    public static TimeSpan Pause(int tries) => TimeSpan.FromMilliseconds(Random.Shared.Next(5, 25) * Math.Min(tries, MaxTries));

    // If the transaction is the caller's, only the caller can begin it again.
    private static bool LeftNothing(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && !attempt.IsInCallersTransaction;
}
