using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Decides whether an attempt that left nothing stored is repeated without the context's execution strategy.</summary>
internal static class Retry
{
    /// <summary>The maximum number of attempts if conflicts roll them back.</summary>
    public const int MaxTries = 5;

    /// <summary>The same for a call that looks rows up: parallel calls with the same new rows lock the same gaps, and all but one are deadlock victims.</summary>
    public const int MaxTriesAfterLookingUp = 50;

    /// <summary>Whether the server rolled the whole attempt back, after a deadlock, because a row had changed since its snapshot, or because another member of its cluster had changed it. A retrying execution strategy
    /// of the context handles deadlocks itself.</summary>
    public static bool IsConflict(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, bool hasStrategy, int tries)
        => tries < (request.Traits.LooksUp ? MaxTriesAfterLookingUp : MaxTries) && request.Rows.CanRepeat && LeftNothing(exception, attempt)
            && ServerError.IsConflict(exception) && !(hasStrategy && ServerError.Number(exception) == ServerError.Deadlock);

    /// <summary>Whether the server takes no changes, so that another attempt may reach one that does. A connection that was open before the call leads to the same server.</summary>
    public static bool IsOfTheMember(BulkOperationException exception, BulkAttempt attempt, BulkRequest request, int tries)
        => tries < MaxTries && request.Rows.CanRepeat && LeftNothing(exception, attempt) && !attempt.WasOpen && ServerError.IsOfTheMember(exception);

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

    /// <summary>Waits for a random time, so that retries do not collide. The next attempt does not get a connection to a server that takes no changes from the driver's pool.</summary>
    public static ValueTask WaitAsync(BulkOperationException exception, BulkRequest request, int tries, IOBehavior io)
    {
        if (ServerError.IsOfTheMember(exception))
            DriverConnection.ClearPool(request.Context.Database.GetDbConnection());
        return io.DelayAsync(TimeSpan.FromMilliseconds(Random.Shared.Next(5, 25) * Math.Min(tries, MaxTries)));
    }

    // Only the caller can repeat the caller's transaction.
    private static bool LeftNothing(BulkOperationException exception, BulkAttempt attempt)
        => exception.Outcome == BulkOutcome.Nothing && !attempt.IsInCallersTransaction;
}
