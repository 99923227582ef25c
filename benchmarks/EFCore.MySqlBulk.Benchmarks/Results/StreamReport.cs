namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Rows from a stream in one transaction.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Rows">The number of rows.</param>
/// <param name="Seconds">How long the call took.</param>
/// <param name="Samples">Its progress and memory, ten times a second.</param>
/// <param name="CancelMs">How long the call took to end after it was cancelled halfway.</param>
internal sealed record StreamReport(Machine Machine, bool IsQuick, int Rows, double Seconds, IReadOnlyList<StreamSample> Samples, double CancelMs)
    : IReport
{
    public const double MostGrowthMiB = 64;
    public const double MostCancelMs = 2_000;

    /// <summary>The most managed memory that was left after a collection, beyond what was in use before the call.</summary>
    public double LiveMiB => Samples.Max(sample => sample.LiveMiB);

    /// <summary>The same with garbage, which is mostly the rows of the stream: the runtime lets it grow with the processor's cache.</summary>
    public double WithGarbageMiB => Samples.Max(sample => sample.WithGarbageMiB);

    /// <summary>Rows per second in a tenth of the rows, from 0 to 9.</summary>
    public double SpeedOf(int tenth)
    {
        StreamSample[] samples = [.. Samples.Where(sample => sample.Rows >= (long)Rows * tenth / 10 && sample.Rows <= (long)Rows * (tenth + 1) / 10)];
        return samples.Length < 2 ? double.NaN : (samples[^1].Rows - samples[0].Rows) / (samples[^1].Seconds - samples[0].Seconds);
    }
}

/// <summary>A moment of a call.</summary>
/// <param name="Seconds">Since its start.</param>
/// <param name="Rows">The rows that it has read.</param>
/// <param name="LiveMiB">The managed memory that the latest collection left, beyond what was in use before the call.</param>
/// <param name="WithGarbageMiB">The same at that moment, garbage included.</param>
internal sealed record StreamSample(double Seconds, int Rows, double LiveMiB, double WithGarbageMiB);
