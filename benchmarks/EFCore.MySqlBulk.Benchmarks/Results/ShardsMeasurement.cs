namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of one way to insert orders, with one number of rows.</summary>
/// <param name="Technique">The way.</param>
/// <param name="Rows">The number of orders.</param>
/// <param name="MedianMs">The median time.</param>
/// <param name="MinMs">The shortest time.</param>
/// <param name="TimesOneTable">The time divided by that of one table in the same round: the median.</param>
/// <param name="TimesByHand">The time divided by that of five calls by hand in the same round: the median. Null for one table.</param>
/// <param name="Rounds">The number of rounds.</param>
internal sealed record ShardsMeasurement(string Technique, int Rows, double MedianMs, double MinMs, double TimesOneTable, double? TimesByHand, int Rounds)
    : IMeasured
{
    public string Tell() => $"insert {Page.Number(Rows)}, {Technique}: {Page.Milliseconds(MedianMs)} ms, {Page.Number(TimesOneTable, 3)} × one table";

    public static ShardsMeasurement Of(string technique, int rows, IReadOnlyList<double> times, IReadOnlyList<double> oneTable, IReadOnlyList<double>? byHand) => new(
        technique, rows, Median.Of(times), times.Min(), Median.Of(times.Zip(oneTable, (time, other) => time / other)),
        byHand is null ? null : Median.Of(times.Zip(byHand, (time, other) => time / other)), times.Count);
}
