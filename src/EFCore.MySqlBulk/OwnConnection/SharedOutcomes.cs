using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>The outcomes of a flight that several row groups share: each receives those of its own statements, which follow those of the previous group.</summary>
/// <param name="parts">The outcomes of each group.</param>
internal sealed class SharedOutcomes(IReadOnlyList<FlightOutcomes> parts) : FlightOutcomes(0)
{
    public override int First => parts[0].First;

    public override long Affected => parts.Sum(part => part.Affected);

    public override void Succeeded(int statement, in OkPacket ok)
    {
        base.Succeeded(statement, ok);
        PartOf(statement)?.Succeeded(statement, ok);
    }

    public override void Failed(int statement, ServerException error)
    {
        if (Error is not null)
            return;
        base.Failed(statement, error);
        if (PartOf(statement) is not { } part)
            return;
        part.ErrorOf = ErrorOf;
        part.Failed(statement, error);
    }

    // Called for each statement.
    private FlightOutcomes? PartOf(int statement)
    {
        for (int i = parts.Count - 1; i >= 0; i--)
        {
            if (parts[i].First <= statement)
                return parts[i];
        }

        return null;
    }
}
