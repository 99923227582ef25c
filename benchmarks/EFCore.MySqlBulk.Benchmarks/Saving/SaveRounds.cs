using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>How often SaveChanges runs for a number of rows.</summary>
internal static class SaveRounds
{
    /// <summary>How many contexts save one after another in a run: a single small save is too short to be timed alone.</summary>
    public static int SavesPerRun(int rows) => rows switch
    {
        < 10 => 200,
        < 1_000 => 20,
        < 10_000 => 3,
        _ => 1,
    };

    public static RoundPlan For(int rows, Arguments arguments)
    {
        RoundPlan plan = rows switch
        {
            < 10 => new(2, 15, 15),
            < 10_000 => new(2, 9, 9),
            < 100_000 => new(1, 5, 3),
            _ => new(1, 3, 2),
        };
        if (arguments.IsQuick)
            plan = new(1, 2, 1);
        if (arguments.Rounds is not { } rounds)
            return plan;
        // Where plain saves are not slow, they get as many rounds: the median of a few small saves is off by some percent.
        bool areAlike = plan.SlowRounds == plan.Rounds;
        return plan with { Rounds = rounds, SlowRounds = areAlike ? rounds : Math.Min(rounds, plan.SlowRounds) };
    }
}
