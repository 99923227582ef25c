namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Every job in both modes.</summary>
public sealed class Jobs : TheoryData<Job, bool>
{
    public Jobs()
    {
        foreach (Job job in Enum.GetValues<Job>())
        {
            Add(job, true);
            Add(job, false);
        }
    }
}
