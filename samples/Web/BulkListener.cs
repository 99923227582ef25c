using EFCore.MySqlBulk;

namespace Web;

/// <summary>Hears of progress at once. (<see cref="Progress{T}" /> would post it to the thread pool, where reports overtake one another.)</summary>
internal sealed class BulkListener(Action<BulkProgress> hear) : IProgress<BulkProgress>
{
    public void Report(BulkProgress value) => hear(value);
}
