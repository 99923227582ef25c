namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Everything that a run of the two loops found out.</summary>
/// <param name="Machine">On what.</param>
/// <param name="IsQuick">Whether its figures mean nothing.</param>
/// <param name="Executions">How often the statement was executed.</param>
/// <param name="Loops">The library's first.</param>
/// <param name="Missing">Why there is no loop in C; empty where there is one.</param>
internal sealed record ThreeRowsReport(Machine Machine, bool IsQuick, int Executions, IReadOnlyList<LoopMeasurement> Loops, string Missing);
