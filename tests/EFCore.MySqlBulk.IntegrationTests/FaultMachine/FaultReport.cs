namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>How a case ended.</summary>
/// <param name="Case">The case.</param>
/// <param name="Outcome">What the call reported: stored, refused, cancelled, unknown.</param>
/// <param name="Happened">Whether the fault happened.</param>
/// <param name="Took">How long the call took.</param>
/// <param name="Violations">The broken rules.</param>
public sealed record FaultReport(FaultCase Case, string Outcome, bool Happened, TimeSpan Took, IReadOnlyList<string> Violations)
{
    /// <summary>What went wrong the first time, on a busy machine, after which the case was run again.</summary>
    public IReadOnlyList<FaultReport> Before { get; init; } = [];

    public override string ToString() => $"seed {Case.Seed}: {string.Join(" | ", Violations)}\n    {Outcome} after {Took.TotalSeconds:0.00} s, {Case}";
}
