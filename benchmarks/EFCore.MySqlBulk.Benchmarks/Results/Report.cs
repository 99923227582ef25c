using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of the techniques.</summary>
internal sealed record Report(Machine Machine, bool IsQuick, IReadOnlyList<Measurement> Measurements, IReadOnlyList<Figure> Figures)
    : IReport<Measurement>
{
    /// <summary>What one technique came to; null if it was not measured.</summary>
    public Measurement? Of(string operation, int rows, TechniqueKind technique) =>
        Measurements.SingleOrDefault(m => m.Operation == operation && m.Rows == rows && m.Technique == technique);
}
