using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Graphs;

/// <summary>How often graphs are inserted.</summary>
internal static class GraphRounds
{
    // Two calls of the library differ by a few percent, which fewer rounds would not show.
    private const int RoundsOfOneKind = 15;

    public static RoundPlan For(GraphWorkload workload, int rows, Arguments arguments)
    {
        RoundPlan plan = RoundPlan.For(rows, arguments);
        return workload.IsOfOneKind && !arguments.IsQuick && arguments.Rounds is null ? plan with { Rounds = Math.Max(plan.Rounds, RoundsOfOneKind) } : plan;
    }
}
