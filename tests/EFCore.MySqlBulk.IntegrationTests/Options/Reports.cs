namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>Notes how many rows were done, each time that a call says so.</summary>
internal sealed class Reports(List<long> reports) : IProgress<BulkProgress>
{
    public void Report(BulkProgress value) => reports.Add(value.RowCount);
}
