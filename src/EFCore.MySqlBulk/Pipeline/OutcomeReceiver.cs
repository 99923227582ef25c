using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Is told what became of each statement of a flight, in their order.</summary>
/// <remarks>Statements are counted from 0 over everything that has an answer: queries, prepares and executions.</remarks>
internal abstract class OutcomeReceiver
{
    public abstract void Succeeded(int statement, in OkPacket ok);

    public abstract void Failed(int statement, ServerException error);
}
