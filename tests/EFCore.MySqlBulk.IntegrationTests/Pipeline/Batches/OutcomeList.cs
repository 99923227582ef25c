using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Records the outcomes of a flight: affected rows, or the error number.</summary>
internal sealed class OutcomeList : OutcomeReceiver
{
    public List<OkPacket> Ok { get; } = [];

    public List<(int Statement, int Number)> Errors { get; } = [];

    public override void Succeeded(int statement, in OkPacket ok) => Ok.Add(ok);

    public override void Failed(int statement, ServerException error) => Errors.Add((statement, error.Number));
}
