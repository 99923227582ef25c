namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of SaveChanges.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each operation with each number of rows.</param>
/// <param name="Figures">What should be reached.</param>
internal sealed record SaveChangesReport(
    Machine Machine,
    bool IsQuick,
    IReadOnlyList<SaveMeasurement> Measurements,
    IReadOnlyList<SaveFigure> Figures) : IReport<SaveMeasurement>;
