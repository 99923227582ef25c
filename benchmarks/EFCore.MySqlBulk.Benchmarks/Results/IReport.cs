namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run.</summary>
internal interface IReport
{
    /// <summary>The machine, as it was when the run began.</summary>
    Machine Machine { get; }

    /// <summary>Whether it was only a quick run, whose figures mean nothing.</summary>
    bool IsQuick { get; }
}

/// <summary>All results of a run that consists of measurements.</summary>
internal interface IReport<TMeasurement> : IReport
{
    IReadOnlyList<TMeasurement> Measurements { get; }
}
