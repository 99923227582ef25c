using System.Globalization;

namespace Archive.Load;

/// <summary>What the load did for a while.</summary>
/// <param name="Times">The time of each transaction.</param>
/// <param name="Elapsed">How long.</param>
internal sealed record LoadSample(IReadOnlyList<TimeSpan> Times, TimeSpan Elapsed)
{
    private TimeSpan P99 => Times.Count == 0 ? TimeSpan.Zero : Times.Order().ElementAt((int)(0.99 * (Times.Count - 1)));

    /// <summary>Both one after the other.</summary>
    public LoadSample And(LoadSample next) => new([.. Times, .. next.Times], Elapsed + next.Elapsed);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Times.Count / Elapsed.TotalSeconds:N0} changes/s, p99 {P99.TotalMilliseconds:N1} ms");
}
