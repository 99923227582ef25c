namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>How a case ended.</summary>
/// <param name="Case">The case.</param>
/// <param name="Outcome">What the call said: stored, refused, cancelled, not known.</param>
/// <param name="Happened">The fault was met.</param>
/// <param name="Took">How long the call took.</param>
/// <param name="Violations">What must not be.</param>
public sealed record FaultReport(FaultCase Case, string Outcome, bool Happened, TimeSpan Took, IReadOnlyList<string> Violations)
{
    /// <summary>What went wrong before, on a machine that had other things to do: the case was run again.</summary>
    public IReadOnlyList<FaultReport> Before { get; init; } = [];

    public override string ToString() => $"seed {Case.Seed}: {string.Join(" | ", Violations)}\n    {Outcome} after {Took.TotalSeconds:0.00} s, {Case}";
}
