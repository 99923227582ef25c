using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>An insert with one number of rows, at one place and by one connection string.</summary>
/// <param name="Technique">The place, and how it is reached.</param>
/// <param name="Rows">The number of rows.</param>
/// <param name="Detail">The strategy of the call, and whether it was pipelined.</param>
/// <param name="Times">Its times.</param>
/// <param name="TimesOneInString">The median, over the rounds, of the time divided by that of the same place with one server in the string. Null where there is one.</param>
/// <param name="TimesOneServer">The same, divided by that of the one server with the same kind of string. Null for the one server.</param>
/// <param name="ProcessorTimesOneServer">The median of the client's processor time divided by that of the one server. Null for the one server.</param>
/// <param name="Load">The machine's load average of the minute before these runs.</param>
internal sealed record ClusterMeasurement(
    string Technique, int Rows, string Detail, SaveTimes Times, double? TimesOneInString, double? TimesOneServer, double? ProcessorTimesOneServer, double? Load)
    : IMeasured
{
    public const string One = "one server";
    public const string Group = "group of three";
    public const string ByList = ", list of servers";

    public string Tell() => $"insert {Page.Number(Rows)}, {Technique}: {Times.Tell(Rows)}";

    public static IEnumerable<ClusterMeasurement> Of(int rows, IReadOnlyList<Series> series, double? load)
    {
        Dictionary<string, Series> byName = series.ToDictionary(s => s.Technique.Name);
        foreach (Series each in series)
        {
            string name = each.Technique.Name;
            Series? oneInString = name.EndsWith(ByList, StringComparison.Ordinal) ? byName.GetValueOrDefault(name[..^ByList.Length]) : null;
            Series? oneServer = name.StartsWith(Group, StringComparison.Ordinal) ? byName.GetValueOrDefault(One + name[Group.Length..]) : null;
            yield return new(
                name, rows, each.Technique.Detail, SaveTimes.Of(each.Samples, rows, 1), Ratio(each, oneInString, s => s.Milliseconds), Ratio(each, oneServer, s => s.Milliseconds),
                Ratio(each, oneServer, s => s.Processor.TotalMilliseconds), load);
        }
    }

    private static double? Ratio(Series own, Series? other, Func<Sample, double> value) =>
        other is null ? null : Median.Of(own.Samples.Zip(other.Samples, (a, b) => value(a) / value(b)));
}
