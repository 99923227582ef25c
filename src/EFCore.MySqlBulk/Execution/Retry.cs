using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Session.Transactions;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Decides whether an attempt that left nothing stored is repeated without the context's execution strategy.</summary>
internal static class Retry
{
    /// <summary>The maximum number of attempts if conflicts roll them back.</summary>
    public const int MaxTries = 5;

    /// <summary>The same for a call that looks rows up: parallel calls with the same new rows lock the same gaps, and all but one are deadlock victims.</summary>
    public const int MaxTriesAfterLookingUp = 50;

    // A new primary is found within seconds.
    private const int MaxPauses = 40;

    /// <summary>Whether the server rolled the whole attempt back, after a deadlock, because a row had changed since its snapshot, or because another member of its cluster had changed it. A retrying execution strategy
    /// of the context handles deadlocks itself, unless the call waits for other servers, where conflicts are more frequent.</summary>
    public static bool IsConflict(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, bool hasStrategy, int tries)
        => tries < (request.Traits.LooksUp ? MaxTriesAfterLookingUp : MaxTries) && request.Rows.CanRepeat && LeftNothing(exception, attempt)
            && (ServerError.IsConflict(exception) || exception.InnerException is TransactionGoneException) && !(hasStrategy && request.Failover is null && ServerError.Number(exception) == ServerError.Deadlock);

    /// <summary>Whether the server takes no changes or has failed, so that another attempt may reach one that works.</summary>
    public static bool IsOfTheServer(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, int tries)
        => request.Rows.CanRepeat && !attempt.IsInCallersTransaction && IsOfTheServer(exception, attempt.WasOpen, request.Failover, tries);

    /// <summary>The same for any call of its own transaction.</summary>
    /// <param name="exception">Its failure.</param>
    /// <param name="wasOpen">Whether its connection was open before. If it is still open, it leads to the same server.</param>
    /// <param name="failover">The time for reaching another server, if there is any.</param>
    /// <param name="tries">The number of attempts.</param>
    public static bool IsOfTheServer(BulkException exception, bool wasOpen, Failover? failover, int tries)
        => exception.Outcome == BulkOutcome.Nothing
            && (ServerError.IsOfTheMember(exception) ? !wasOpen : failover is not null && HasFailed(exception))
            && (tries < MaxTries || failover?.Remaining > TimeSpan.Zero);

    /// <summary>Whether the server refused a row as a duplicate that the look-up had not found: another session may have inserted it since, so the next
    /// attempt finds it. If the same row is refused again, it collides with another unique index.</summary>
    /// <param name="exception">The attempt's failure.</param>
    /// <param name="request">The request.</param>
    /// <param name="last">The row that was refused in the attempt before.</param>
    /// <param name="tries">The number of attempts.</param>
    public static bool IsOvertaken(BulkOperationException exception, BulkRequest request, int? last, int tries)
        => request.Traits.LooksUp && tries < MaxTriesAfterLookingUp && request.Rows.CanRepeat && exception.Outcome == BulkOutcome.Nothing
            && ServerError.Number(exception) == ServerError.DuplicateEntry && exception.RowIndex is { } row && row != last;

    /// <summary>Whether the server refused a row as a duplicate that had not been looked up under locks. The next attempt finds out whether it exists or
    /// collides with another unique index.</summary>
    public static bool WasThere(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && attempt.HasMetUnseen(exception);

    /// <summary>Whether an index that a statement names has been renamed or dropped. The next attempt reads the table's indexes again.</summary>
    public static bool IsIndexGone(Exception exception, BulkRequest request, int tries)
        => tries == 1 && request.Rows.CanRepeat && exception is BulkOperationException { Outcome: BulkOutcome.Nothing } && ServerError.Number(exception) == ServerError.NoSuchIndex;

    /// <summary>Whether the connection broke while statements were in flight; the context's execution strategy would retry the same failure of a driver's command.</summary>
    public static bool IsOfAFlight(BulkOperationException exception, BulkAttempt attempt, BulkRequest request)
        => request.Rows.CanRepeat && LeftNothing(exception, attempt) && attempt.WasPipelined && !request.Options.AsksForPipelining && exception.TransactionLost;

    /// <summary>Waits for a random time, so that retries do not collide.</summary>
    public static ValueTask WaitAsync(BulkException exception, DbContext context, int tries, IOBehavior io)
    {
        if (ServerError.IsConflict(exception))
            return io.DelayAsync(PauseAfterConflict(tries));
        // The driver's pool would give connections to the same server again. A member that takes no changes keeps only its own from it, so that those to the others stay.
        if (tries > 1 || !ServerError.IsOfTheMember(exception))
            DriverConnection.ClearPool(context.Database.GetDbConnection());
        return io.DelayAsync(TimeSpan.FromMilliseconds(Random.Shared.Next(5, 25) * Math.Min(tries, MaxPauses)));
    }

    /// <summary>The time to wait after a conflict: a random one, so that retries do not collide.</summary>
    public static TimeSpan PauseAfterConflict(int tries) => TimeSpan.FromMilliseconds(Random.Shared.Next(5, 25) * Math.Min(tries, MaxTries));

    // The server or the network, and not another transaction.
    private static bool HasFailed(BulkException exception)
        => (exception.IsTransient && !ServerError.IsConflict(exception) && ServerError.Number(exception) != ServerError.LockWaitTimeout)
            || (exception is BulkOperationException { TransactionLost: true } && !ServerError.IsAnswer(exception));

    // Only the caller can repeat the caller's transaction.
    private static bool LeftNothing(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && !attempt.IsInCallersTransaction;
}
