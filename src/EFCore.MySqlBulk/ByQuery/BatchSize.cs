using EFCore.MySqlBulk.Planning.Selection;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>The number of rows in a batch, which follows the time that batches take.</summary>
/// <param name="most">The maximum number of rows.</param>
/// <param name="target">The time that a batch may take.</param>
internal sealed class BatchSize(int most, TimeSpan target)
{
    // One slow batch may be an accident, and one fast batch too.
    private const double MostGrowth = 2;
    private const double MostShrinkage = 0.25;

    /// <summary>The rows of the next batch.</summary>
    public int Rows { get; private set; } = Math.Min(most, Thresholds.FirstBatchByQuery);

    /// <summary>Takes note of the time of a batch.</summary>
    /// <param name="elapsed">Its time.</param>
    public void Took(TimeSpan elapsed)
    {
        double factor = elapsed > TimeSpan.Zero ? target / elapsed : MostGrowth;
        Rows = (int)Math.Clamp(Rows * Math.Clamp(factor, MostShrinkage, MostGrowth), 1, most);
    }
}
