namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of the techniques.</summary>
internal sealed record Report(Machine Machine, bool IsQuick, IReadOnlyList<Measurement> Measurements, IReadOnlyList<Figure> Figures);
