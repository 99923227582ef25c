namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Every job once, in alternating modes: for tests that wait.</summary>
public sealed class EachJob : TheoryData<Job, bool>
{
    public EachJob()
    {
        bool isAsync = false;
        foreach (Job job in Enum.GetValues<Job>())
            Add(job, isAsync = !isAsync);
    }
}
