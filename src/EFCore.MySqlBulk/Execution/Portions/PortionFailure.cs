using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Requests;

namespace EFCore.MySqlBulk.Execution.Portions;

/// <summary>Turns the failure of a portion into that of the call, which says what is stored of all its rows.</summary>
internal static class PortionFailure
{
    /// <param name="exception">The failure while the portion was read or sent.</param>
    /// <param name="portion">The portion.</param>
    /// <param name="isReading">Whether the caller's rows threw it: what it says is not about this call.</param>
    public static Exception Of(Exception exception, Portion portion, bool isReading)
    {
        BulkOutcome stored = portion.Left switch
        {
            BulkOutcome.Nothing when portion.First > 0 => BulkOutcome.Some,
            BulkOutcome.All when !portion.IsLast => BulkOutcome.Some,
            BulkOutcome left => left,
        };
        if (stored == BulkOutcome.Nothing)
            return exception;
        // An exception from before the portion's first statement does not say what is stored.
        string sentence = Outcome.NothingSent.In(portion).Sentence;
        string message = portion.Left != BulkOutcome.Nothing || exception.Message.EndsWith(sentence, StringComparison.Ordinal) ? exception.Message : $"{exception.Message.TrimEnd('.')}. {sentence}";
        return exception switch
        {
            OperationCanceledException cancelled => new OperationCanceledException(message, cancelled, cancelled.CancellationToken),
            BulkOperationException known when !isReading => new BulkOperationException(message, known) { Outcome = stored, RowsAffected = RowsOf(portion, known), StoredRowIndexes = PositionsOf(portion, known) },
            BulkConcurrencyException known when !isReading => new BulkConcurrencyException(message, known) { Outcome = stored, RowsAffected = RowsOf(portion, known), StoredRowIndexes = PositionsOf(portion, known) },
            _ => new BulkOperationException(message, exception) { Outcome = stored, RowsAffected = portion.First, StoredRowIndexes = new StoredPositions(portion.First, []) },
        };
    }

    private static long RowsOf(Portion portion, BulkException known) => portion.Left == BulkOutcome.All ? portion.End : portion.First + known.RowsAffected;

    private static StoredPositions PositionsOf(Portion portion, BulkException known)
        => portion.Left == BulkOutcome.All ? new(portion.End, []) : new(portion.First, known.StoredRowIndexes);
}
