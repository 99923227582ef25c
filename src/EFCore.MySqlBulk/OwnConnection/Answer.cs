using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The outcome of one statement of a flight that carries no rows.</summary>
internal sealed class Answer : OutcomeReceiver
{
    /// <summary>The outcome; <see langword="null" /> unless the statement has succeeded.</summary>
    public OkPacket? Ok { get; set; }

    public override void Succeeded(int statement, in OkPacket ok) => Ok = ok;

    // The flight records its first error.
    public override void Failed(int statement, ServerException error)
    {
    }
}
