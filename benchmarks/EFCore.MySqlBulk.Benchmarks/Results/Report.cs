namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Everything that a run of the techniques found out.</summary>
internal sealed record Report(Machine Machine, bool IsQuick, IReadOnlyList<Measurement> Measurements, IReadOnlyList<Figure> Figures);
