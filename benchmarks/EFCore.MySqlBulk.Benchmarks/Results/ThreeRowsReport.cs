namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of the two loops.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Executions">How often the statement was executed.</param>
/// <param name="Loops">The loops, the library's first.</param>
/// <param name="Missing">Why there is no loop in C; empty if there is one.</param>
internal sealed record ThreeRowsReport(Machine Machine, bool IsQuick, int Executions, IReadOnlyList<LoopMeasurement> Loops, string Missing)
    : IReport;
