namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of inserting or updating, or of synchronizing.</summary>
/// <param name="Operation">Which of them.</param>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each way with each number of rows.</param>
internal sealed record UpsertReport(string Operation, Machine Machine, bool IsQuick, IReadOnlyList<UpsertMeasurement> Measurements)
    : IReport<UpsertMeasurement>;
