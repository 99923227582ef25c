using EFCore.MySqlBulk.Benchmarks.Contention;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>What one technique took beside other writers: medians of its rounds.</summary>
/// <param name="Arrivals">Which rows came.</param>
/// <param name="Group">What it is compared with.</param>
/// <param name="Technique">Its name.</param>
/// <param name="CallsPerSecond">Calls of all writers together.</param>
/// <param name="Ratio">How many times as many as the baseline's in the same rounds; <see langword="null" /> for the baseline.</param>
/// <param name="SlowMs">The time that one call in a hundred exceeds.</param>
/// <param name="Deadlocks">The server's deadlocks for each call.</param>
/// <param name="Victims">How often the caller had to make a call again, for each call.</param>
/// <param name="Rounds">How many rounds there were.</param>
internal sealed record ContentionMeasurement(
    string Arrivals, string Group, string Technique, double CallsPerSecond, double? Ratio, double SlowMs, double Deadlocks, double Victims, int Rounds)
    : IMeasured
{
    public string Tell() => $"{Arrivals}, {Technique}: {Page.Number(CallsPerSecond)} calls/s, p99 {Page.Milliseconds(SlowMs)} ms";

    public static ContentionMeasurement Of(string arrivals, ContendingTechnique technique, IReadOnlyList<ContentionSample> samples, IReadOnlyList<ContentionSample>? baseline) => new(
        arrivals, technique.Group, technique.Name, Median.Of(samples.Select(s => s.CallsPerSecond)),
        baseline is null ? null : Median.Of(samples.Zip(baseline, (own, other) => own.CallsPerSecond / other.CallsPerSecond)),
        Median.Of(samples.Select(s => s.SlowMs)), samples.Average(s => s.Deadlocks), samples.Average(s => s.Victims), samples.Count);
}
