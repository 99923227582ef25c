namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of reading by keys.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each way with each number of keys.</param>
internal sealed record ReadReport(Machine Machine, bool IsQuick, IReadOnlyList<ReadMeasurement> Measurements)
    : IReport<ReadMeasurement>;
