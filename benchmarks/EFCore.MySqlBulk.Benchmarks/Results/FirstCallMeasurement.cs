using EFCore.MySqlBulk.Benchmarks.FirstCalls;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The first calls of a process in one way: medians of the rounds, each of which had a process of its own.</summary>
internal sealed record FirstCallMeasurement : IMeasured
{
    public required string Way { get; init; }

    /// <summary>The first call of the process.</summary>
    public required double ProcessMs { get; init; }

    /// <summary>The first call with an entity type, in a process that has made one with another type.</summary>
    public required double TypeMs { get; init; }

    /// <summary>A later call.</summary>
    public required double LaterMs { get; init; }

    public required IReadOnlyList<FirstCallTimes> Rounds { get; init; }

    public string Tell() => $"{Way}: first of the process {Page.Number(ProcessMs, 1)} ms, first of a type {Page.Number(TypeMs, 1)} ms, later {Page.Number(LaterMs, 2)} ms";

    public static FirstCallMeasurement Of(FirstCallWay way, IReadOnlyList<FirstCallTimes> rounds) => new()
    {
        Way = way.ToString(),
        ProcessMs = Median.Of(rounds.Select(round => round.ProcessMs)),
        TypeMs = Median.Of(rounds.Select(round => round.TypeMs)),
        LaterMs = Median.Of(rounds.Select(round => round.LaterMs)),
        Rounds = rounds,
    };
}
