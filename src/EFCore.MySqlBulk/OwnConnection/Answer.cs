using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The outcome of one statement of a flight that carries no rows.</summary>
internal sealed class Answer : OutcomeReceiver
{
    /// <summary>The outcome; <see langword="null" /> unless the statement has succeeded.</summary>
    public OkPacket? Ok { get; set; }

    /// <summary>The error; <see langword="null" /> unless the statement has failed.</summary>
    public ServerException? Error { get; private set; }

    public override void Succeeded(int statement, in OkPacket ok) => Ok = ok;

    public override void Failed(int statement, ServerException error) => Error = error;
}
