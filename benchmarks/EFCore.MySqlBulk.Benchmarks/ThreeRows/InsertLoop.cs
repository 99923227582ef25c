using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>Executes one statement of three rows over and over, in one transaction, from connecting to the commit.</summary>
internal abstract class InsertLoop
{
    /// <summary>Who executes.</summary>
    public abstract string Name { get; }

    public abstract Task<Sample> RunAsync(int executions, CancellationToken token);
}
