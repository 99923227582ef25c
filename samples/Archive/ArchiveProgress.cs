using System.Globalization;
using Archive.Load;
using EFCore.MySqlBulk;

namespace Archive;

/// <summary>Writes a line per second while the archive grows, with what the load feels of it.</summary>
internal sealed class ArchiveProgress(OltpLoad load, long rows) : IProgress<BulkProgress>
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private TimeSpan _next = Interval;

    /// <summary>What the load did meanwhile, up to the last line.</summary>
    public LoadSample Load { get; private set; } = new([], TimeSpan.Zero);

    public void Report(BulkProgress value)
    {
        if (value.Elapsed < _next)
            return;
        _next = value.Elapsed + Interval;
        LoadSample sample = load.Sample();
        Load = Load.And(sample);
        string state = value.WaitsFor is { } reason ? $"waiting: {reason}" : string.Create(CultureInfo.InvariantCulture, $"{value.RowCount / value.Elapsed.TotalSeconds:N0} rows/s, next batch up to {value.BatchRows:N0} rows");
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"  {value.RowCount:N0} of {rows:N0} rows, {state}; load: {sample}"));
    }
}
