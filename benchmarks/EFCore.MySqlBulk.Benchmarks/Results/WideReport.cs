namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of wide rows so far.</summary>
/// <param name="Machine">The machine, as it was at the beginning.</param>
/// <param name="IsQuick">Whether it is only a quick run, whose figures mean nothing.</param>
/// <param name="Rows">The rows of the table.</param>
/// <param name="RowBytes">The bytes of a row's values, on average.</param>
/// <param name="Measurements">Each operation at each place that is finished.</param>
internal sealed record WideReport(Machine Machine, bool IsQuick, int Rows, double RowBytes, IReadOnlyList<WideMeasurement> Measurements)
    : IReport<WideMeasurement>;
