namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of first calls.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each way.</param>
internal sealed record FirstCallsReport(Machine Machine, bool IsQuick, IReadOnlyList<FirstCallMeasurement> Measurements) : IReport<FirstCallMeasurement>;
