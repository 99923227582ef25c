using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>How often everything runs for a number of rows.</summary>
/// <param name="WarmUps">Rounds that are not measured.</param>
/// <param name="Rounds">Measured rounds.</param>
/// <param name="SlowRounds">Measured rounds of the techniques that need seconds.</param>
internal sealed record RoundPlan(int WarmUps, int Rounds, int SlowRounds)
{
    /// <summary>Below this, only SaveChanges and the library are compared: the time is one commit, and the question is which adds more to it.</summary>
    public const int AllTechniquesFromRows = 100;

    private const int LongFromRows = 1_000_000;

    /// <summary>Below this, the library does not pipeline by default.</summary>
    private const int PipelinedFromRows = 10_000;

    /// <summary>The most rows in a warm-up run of a technique that needs seconds.</summary>
    public int SlowWarmUpRows { get; init; } = 10_000;

    public static RoundPlan For(int rows, Arguments arguments)
    {
        RoundPlan plan = rows switch
        {
            < AllTechniquesFromRows => new(30, 200, 200),
            < 1_000 => new(5, 31, 31),
            < 10_000 => new(3, 15, 15),
            < 100_000 => new(2, 9, 9),
            < LongFromRows => new(1, 5, 2),
            // What waits for each row, or tracks it, takes a minute a run and gigabytes.
            _ => new(1, 3, 0),
        };
        if (arguments.IsQuick)
            plan = new(Math.Min(plan.WarmUps, 5), rows < AllTechniquesFromRows ? 40 : 3, rows < AllTechniquesFromRows ? 40 : 1);
        return arguments.Rounds is { } rounds ? plan with { Rounds = rounds, SlowRounds = Math.Min(rounds, plan.SlowRounds) } : plan;
    }

    /// <summary>Whether a technique takes part with that many rows.</summary>
    public static bool Compares(TechniqueKind kind, int rows)
        => kind == TechniqueKind.BulkUnpipelined ? rows >= PipelinedFromRows
            : rows >= AllTechniquesFromRows || kind is not (TechniqueKind.RowByRow or TechniqueKind.Floor or TechniqueKind.LinqToDB or TechniqueKind.MySqlBulkCopy or TechniqueKind.PhenXBulkInsert or TechniqueKind.BulkExtensions or TechniqueKind.BulkLoadData or TechniqueKind.BulkLoadDataWithoutKeys);

    /// <summary>The rows of a warm-up run: a slow technique is warm long before the last row.</summary>
    public int WarmUpRows(Technique technique, int rows) => technique.IsSlow ? Math.Min(rows, SlowWarmUpRows) : rows;

    public int RoundsOf(Technique technique) => technique.IsSlow ? SlowRounds : Rounds;
}
