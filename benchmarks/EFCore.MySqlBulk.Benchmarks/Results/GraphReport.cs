namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of inserting graphs.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each way to insert each kind of entities, with each number of rows.</param>
/// <param name="Figures">What should be reached.</param>
internal sealed record GraphReport(Machine Machine, bool IsQuick, IReadOnlyList<GraphMeasurement> Measurements, IReadOnlyList<SaveFigure> Figures)
    : IReport<GraphMeasurement>;
