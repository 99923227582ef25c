namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>Collects what a call reports of its progress; optionally does something after each report.</summary>
internal sealed class ProgressReports(List<BulkProgress> reports, Action<BulkProgress>? then = null) : IProgress<BulkProgress>
{
    public void Report(BulkProgress value)
    {
        reports.Add(value);
        then?.Invoke(value);
    }
}
