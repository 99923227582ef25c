using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Turns the failure or cancellation of a call by query into the exception that the caller sees.</summary>
internal static class QueryFailure
{
    /// <param name="call">The method's name.</param>
    /// <param name="cause">The driver's exception, that of the caller's own code, or that of a call on another context.</param>
    /// <param name="outcome">What is stored.</param>
    /// <param name="done">What the call has done before.</param>
    /// <param name="last">The key of the last row of the batch in hand.</param>
    public static BulkOperationException Of(string call, Exception cause, Outcome outcome, WalkedRows done, object[] last)
    {
        // A call on another context says what is left of itself, which is not what is left of this one.
        string message = cause is BulkOperationException { InnerException: { } inner } ? inner.Message : cause.Message;
        BulkOperationException known = DriverFailure.Report($"{call} failed: {message.TrimEnd('.')}. {outcome.Sentence}", cause);
        return new(known.Message, known)
        {
            Outcome = outcome.Stored,
            RowsAffected = outcome.RowCount,
            TransactionLost = outcome.TransactionLost,
            LastKey = KeyAfter(outcome, done),
            UnknownUpTo = outcome.Stored == BulkOutcome.Unknown ? last : [],
        };
    }

    /// <summary>The call was cancelled between two batches.</summary>
    public static BulkCanceledException Cancelled(string call, OperationCanceledException cause, Outcome outcome, WalkedRows done)
        => new($"{call} was cancelled. {outcome.Sentence}", cause) { Outcome = outcome.Stored, RowsAffected = outcome.RowCount, LastKey = KeyAfter(outcome, done) };

    /// <summary>Whether the server has refused a statement, or ended it, so that nothing of it is stored.</summary>
    public static bool IsKnown(Exception cause)
    {
        for (Exception? e = cause; e is not null; e = e.InnerException)
        {
            // A driver reports its own timeout around the server's answer to KILL QUERY.
            if (ServerError.Number(e) == ServerError.QueryInterrupted)
                return true;
        }

        return ServerError.Number(cause) > 0 && ServerError.IsAnswer(cause);
    }

    // Batches that are not stored are made again. Those that were to commit together may be stored or not.
    private static object[] KeyAfter(Outcome outcome, WalkedRows done)
        => outcome.Stored is BulkOutcome.Some or BulkOutcome.Unknown && outcome != Outcome.CommitNotKnown ? done.LastKey : done.FirstKey;
}
