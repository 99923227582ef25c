using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.BadRows;

/// <summary>Imports of rows of which some are bad.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Rows">The rows of each import.</param>
/// <param name="Figures">The imports.</param>
/// <param name="Rounds">How many rounds there were.</param>
internal sealed record BadRowsReport(Machine Machine, bool IsQuick, int Rows, IReadOnlyList<BadRowsFigure> Figures, int Rounds)
    : IReport;
