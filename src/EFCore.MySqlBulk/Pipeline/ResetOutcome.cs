using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The outcome of a reset: if the server refuses it, the session must not be used any more.</summary>
internal sealed class ResetOutcome : OutcomeReceiver
{
    public override void Succeeded(int statement, in OkPacket ok)
    {
    }

    public override void Failed(int statement, ServerException error) => throw error;
}
