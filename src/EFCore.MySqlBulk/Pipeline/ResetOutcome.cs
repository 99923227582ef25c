using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>A reset that the server refuses leaves a session that nobody may use.</summary>
internal sealed class ResetOutcome : OutcomeReceiver
{
    public override void Succeeded(int statement, in OkPacket ok)
    {
    }

    public override void Failed(int statement, ServerException error) => throw error;
}
