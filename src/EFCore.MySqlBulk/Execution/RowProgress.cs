using System.Diagnostics;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Reports the progress of a call to the caller.</summary>
/// <param name="request">The request.</param>
/// <param name="started">When the call began.</param>
internal sealed class RowProgress(BulkRequest request, long started)
{
    public void Report(long rows) => request.Options.Progress?.Report(new(rows, request.RowCount, Stopwatch.GetElapsedTime(started)));
}
