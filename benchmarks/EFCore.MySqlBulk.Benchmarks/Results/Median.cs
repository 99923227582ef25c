namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The middle of some numbers.</summary>
internal static class Median
{
    public static double Of(IEnumerable<double> numbers)
    {
        double[] sorted = [.. numbers.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
