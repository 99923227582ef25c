namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The rows of a query deleted, changed, copied and archived, alone and beside a writer.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Rows">The rows of the table.</param>
/// <param name="Old">The rows of the query.</param>
/// <param name="IdleP99Ms">What 99 % of the writer's statements took at most with nothing beside it.</param>
/// <param name="Figures">The ways.</param>
/// <param name="Rounds">How many rounds there were.</param>
internal sealed record QueryReport(Machine Machine, bool IsQuick, int Rows, int Old, double IdleP99Ms, IReadOnlyList<QueryFigure> Figures, int Rounds)
    : IReport;
