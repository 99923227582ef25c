using System.Diagnostics;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>What a call by query has done so far.</summary>
/// <param name="started">When the call began.</param>
/// <param name="names">The columns by which the rows are walked.</param>
/// <param name="after">The key after which the call begins; <see langword="null" /> if there is none.</param>
internal sealed class WalkedRows(long started, string names, object[]? after)
{
    private TimeSpan _longest;

    /// <summary>The number of rows changed.</summary>
    public long Rows { get; private set; }

    /// <summary>The number of batches.</summary>
    public int Batches { get; private set; }

    /// <summary>The key after which the call began; empty if there is none.</summary>
    public object[] FirstKey { get; } = after ?? [];

    /// <summary>The key of the last row of the last batch; before that, the one after which the call began.</summary>
    public object[] LastKey { get; private set; } = after ?? [];

    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(started);

    public void Add(int rows, object[] last, TimeSpan elapsed)
    {
        Rows += rows;
        Batches++;
        LastKey = last;
        if (elapsed > _longest)
            _longest = elapsed;
    }

    /// <summary>The result of the call.</summary>
    /// <param name="isWhole">Whether all batches are in one transaction.</param>
    public BulkResult Result(bool isWhole) => new()
    {
        Reason = Batches == 0 ? "no row matches" : $"in the order of {names}",
        Portions = Batches,
        LastKey = LastKey,
        LongestBatch = _longest,
        Statements = Batches,
        Connections = Batches == 0 ? 0 : 1,
        IsAtomic = Batches == 1 || (isWhole && Batches > 0),
        Elapsed = Elapsed,
    };
}
