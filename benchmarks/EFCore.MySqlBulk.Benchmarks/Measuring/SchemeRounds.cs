namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>How often the schemes run: schemes that wait for each row run less often the longer a round trip takes.</summary>
internal static class SchemeRounds
{
    private const int Some = 3;

    public static RoundPlan For(int rows, double roundTripMs, Arguments arguments)
    {
        int rounds = rows switch { <= 100 => 15, <= 1_000 => 9, _ => 5 };
        if (arguments.IsQuick)
            rounds = Some;
        if (arguments.Rounds is { } asked)
            rounds = asked;
        return new(arguments.IsQuick || roundTripMs > 0 ? 1 : 2, rounds, Math.Min(rounds, Slow(rows, roundTripMs, arguments)))
        {
            SlowWarmUpRows = roundTripMs > 0 ? 100 : 1_000,
        };
    }

    /// <summary>Rounds of a scheme that needs at least a round trip for each row.</summary>
    private static int Slow(int rows, double roundTripMs, Arguments arguments) => (rows * roundTripMs / 1_000) switch
    {
        <= 0.5 when rows <= 1_000 => arguments.IsQuick ? 1 : int.MaxValue,
        <= 2 => arguments.IsQuick ? 1 : Some,
        <= 20 => 1,
        _ => arguments.IsSlow ? 1 : 0,
    };
}
