using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>A statement whose answer, which starts with a certain sequence number, has not been read.</summary>
internal readonly record struct SentStatement(AnswerKind Kind, byte AnswerSequence, int Length, PreparedStatement? Statement, RowReceiver? Rows, OutcomeReceiver? Outcome)
{
    /// <summary>Passes its answer on.</summary>
    /// <param name="answer">The answer.</param>
    /// <param name="receiver">Receives its outcome.</param>
    /// <param name="number">Its number for the receiver.</param>
    /// <returns>The error that ends the flight; <see langword="null" /> if it goes on.</returns>
    public ServerException? Tell(AnswerReader answer, OutcomeReceiver receiver, int number)
    {
        receiver.SucceededEach(number, answer.Results);
        if (answer.Error is { } error)
        {
            if (Statement is not null)
                Statement.TypesAreKnown = false;
            receiver.Failed(number, error);
            return receiver.GoesOnAfter(number, error) ? null : error;
        }

        if (Kind == AnswerKind.Prepared)
            Statement!.Answered(answer.Prepared.StatementId, answer.Prepared.Parameters);
        receiver.Succeeded(number, answer.Outcome);
        return null;
    }
}
