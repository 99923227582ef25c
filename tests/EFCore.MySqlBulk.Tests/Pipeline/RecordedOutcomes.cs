using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Records the outcomes of a flight.</summary>
internal sealed class RecordedOutcomes : OutcomeReceiver
{
    public List<(int Statement, OkPacket? Ok, ServerException? Error)> All { get; } = [];

    public override void Succeeded(int statement, in OkPacket ok) => All.Add((statement, ok, null));

    public override void Failed(int statement, ServerException error) => All.Add((statement, null, error));
}
