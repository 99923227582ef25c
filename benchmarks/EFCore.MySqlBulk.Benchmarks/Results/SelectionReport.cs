namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of the choices.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each operation with each number of rows and each round trip time.</param>
internal sealed record SelectionReport(Machine Machine, bool IsQuick, IReadOnlyList<SelectionMeasurement> Measurements)
    : IReport<SelectionMeasurement>
{
    /// <summary>Whether every automatic choice was right. A quick run does not say.</summary>
    public bool IsRight => IsQuick || Measurements.All(measurement => measurement.IsRight);
}
