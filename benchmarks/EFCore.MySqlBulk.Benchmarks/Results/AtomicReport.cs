namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Inserts over several connections.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Rows">The rows of each call.</param>
/// <param name="Connections">The connections of each call.</param>
/// <param name="SeparateMs">The median of the time in which the connections committed one after the other.</param>
/// <param name="AtomicMs">The same, committing together.</param>
/// <param name="Ratio">The median of what committing together took in a round, for what the other took in it.</param>
/// <param name="Rounds">How many rounds there were.</param>
internal sealed record AtomicReport(Machine Machine, bool IsQuick, int Rows, int Connections, double SeparateMs, double AtomicMs, double Ratio, int Rounds)
    : IReport;
