namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>An operation of the run, with a number of writers or readers.</summary>
internal abstract class WideStep(string operation, string technique, int workers, int rowsOfCall)
{
    public string Operation => operation;

    /// <summary>How it is done.</summary>
    public string Technique => technique;

    /// <summary>How many make calls at the same time.</summary>
    public int Workers => workers;

    public int RowsOfCall => rowsOfCall;

    public string Name => $"{operation}, {technique}, {rowsOfCall:N0} rows by {workers}";

    /// <summary>Whether the table must be full before it.</summary>
    public virtual bool NeedsRows => true;

    /// <summary>Whether the table is compared afterwards.</summary>
    public virtual bool Writes => true;

    /// <summary>Makes all calls, and returns how many rows they wrote or read.</summary>
    public abstract Task<long> RunAsync(WideTable table, CallTimes times, IProgress<string> progress, CancellationToken token);
}
