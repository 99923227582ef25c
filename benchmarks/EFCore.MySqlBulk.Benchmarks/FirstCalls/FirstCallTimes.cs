namespace EFCore.MySqlBulk.Benchmarks.FirstCalls;

/// <summary>How long the calls of a process took, in milliseconds.</summary>
/// <param name="ProcessMs">The first one.</param>
/// <param name="TypeMs">The next one, the first with its entity type.</param>
/// <param name="LaterMs">Those after it: the median.</param>
internal readonly record struct FirstCallTimes(double ProcessMs, double TypeMs, double LaterMs);
