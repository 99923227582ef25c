namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of one server and a group.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each place and connection string with each number of rows.</param>
/// <param name="Figures">What should be reached, and was measured.</param>
internal sealed record ClusterReport(Machine Machine, bool IsQuick, IReadOnlyList<ClusterMeasurement> Measurements, IReadOnlyList<SaveFigure> Figures)
    : IReport<ClusterMeasurement>;
