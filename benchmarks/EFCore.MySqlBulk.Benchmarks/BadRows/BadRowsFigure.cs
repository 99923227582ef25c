namespace EFCore.MySqlBulk.Benchmarks.BadRows;

/// <summary>An import: medians of its rounds.</summary>
/// <param name="Import">What is imported.</param>
/// <param name="BadRows">The number of its bad rows, which are set aside.</param>
/// <param name="Ms">Its time.</param>
/// <param name="Ratio">The same, divided by that of the first import in the same round.</param>
internal sealed record BadRowsFigure(string Import, int BadRows, double Ms, double Ratio);
