using System.Diagnostics;

namespace EFCore.MySqlBulk.Execution.Portions;

/// <summary>Reports the progress of a portion as that of the whole call.</summary>
/// <param name="receiver">The caller's.</param>
/// <param name="total">The number of all rows, if it is known.</param>
/// <param name="started">When the call began.</param>
internal sealed class PortionProgress(IProgress<BulkProgress> receiver, long? total, long started) : IProgress<BulkProgress>
{
    private long _before;
    private long _last;

    public void Report(BulkProgress value)
    {
        _last = value.RowCount;
        receiver.Report(new(_before + _last, total, Stopwatch.GetElapsedTime(started)));
    }

    /// <summary>The portion is stored.</summary>
    public void GoOn()
    {
        _before += _last;
        _last = 0;
    }
}
