namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of writers that meet each other.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Writers">How many writers there were.</param>
/// <param name="Rows">The rows of each call.</param>
/// <param name="Measurements">Each technique with each kind of rows.</param>
internal sealed record ContentionReport(Machine Machine, bool IsQuick, int Writers, int Rows, IReadOnlyList<ContentionMeasurement> Measurements)
    : IReport<ContentionMeasurement>;
