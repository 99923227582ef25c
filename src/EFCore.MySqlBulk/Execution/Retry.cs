using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Decides when an attempt that left nothing behind is made again without asking anyone.</summary>
internal static class Retry
{
    private const int MaxTries = 5;

    /// <summary>InnoDB chose the attempt as a deadlock's victim and rolled all of it back.</summary>
    public static bool IsDeadlock(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, int tries)
        => tries < MaxTries && request.Rows.CanRepeat && LeftNothing(exception, attempt) && ServerError.Number(exception) == ServerError.Deadlock;

    /// <summary>The operation's own connection failed in a way that the context's execution strategy would retry on its own connection.</summary>
    public static bool IsOfTheOwnConnection(BulkOperationException exception, BulkAttempt attempt, BulkRequest request)
        => request.Rows.CanRepeat && LeftNothing(exception, attempt) && attempt.HadOwnConnection && !request.Options.AsksForOwnConnection
            && (exception.TransactionLost || ServerError.Number(exception) == ServerError.LockWaitTimeout);

    /// <summary>The victims of a deadlock should not meet again.</summary>
    public static TimeSpan Pause(int tries) => TimeSpan.FromMilliseconds(Random.Shared.Next(5, 25) * tries);

    // If the transaction is the caller's, only the caller can begin it again.
    private static bool LeftNothing(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && !attempt.IsInCallersTransaction;
}
