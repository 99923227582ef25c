using System.Diagnostics;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Reports the sum of what the shards have done. One shard reports at a time.</summary>
/// <param name="total">The number of all rows, if they are a collection.</param>
internal sealed class ShardProgress(long? total)
{
    private readonly object _lock = new();
    private readonly long _started = Stopwatch.GetTimestamp();
    private long _rows;

    /// <summary>The receiver of one shard's reports.</summary>
    public IProgress<BulkProgress>? Of(IProgress<BulkProgress>? receiver) => receiver is null ? null : new Part(this, receiver);

    private sealed class Part(ShardProgress all, IProgress<BulkProgress> receiver) : IProgress<BulkProgress>
    {
        private long _rows;

        // An attempt that is made again starts from 0.
        public void Report(BulkProgress value)
        {
            lock (all._lock)
            {
                all._rows += value.RowCount - _rows;
                _rows = value.RowCount;
                receiver.Report(new(all._rows, all.Total, Stopwatch.GetElapsedTime(all._started)));
            }
        }
    }

    private long? Total => total;
}
