using EFCore.MySqlBulk;

namespace Web;

/// <summary>Receives progress reports synchronously. (<see cref="Progress{T}" /> would post them to the thread pool, where they can overtake one another.)</summary>
internal sealed class BulkListener(Action<BulkProgress> hear) : IProgress<BulkProgress>
{
    public void Report(BulkProgress value) => hear(value);
}
