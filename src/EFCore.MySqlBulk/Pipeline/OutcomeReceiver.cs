using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Receives the outcome of each statement of a flight, in their order.</summary>
/// <remarks>The count starts at 0 and includes everything that has an answer: queries, prepares and executions.</remarks>
internal abstract class OutcomeReceiver
{
    /// <summary>The outcome of each statement of a text that succeeded, before the text's own: the server stops at the first that does not.</summary>
    public virtual void SucceededEach(int statement, IReadOnlyList<OkPacket> each)
    {
    }

    public abstract void Succeeded(int statement, in OkPacket ok);

    public abstract void Failed(int statement, ServerException error);

    /// <summary>Whether a failed statement does not end the flight.</summary>
    public virtual bool GoesOnAfter(int statement, ServerException error) => false;

    /// <summary>Everything was sent: there is time until the last answers arrive.</summary>
    public virtual void AllSent()
    {
    }
}
