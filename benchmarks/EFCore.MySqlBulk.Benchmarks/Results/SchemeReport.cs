using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run of the schemes.</summary>
internal sealed record SchemeReport(
    Machine Machine,
    bool IsQuick,
    IReadOnlyList<RoundTripTime> RoundTrips,
    IReadOnlyList<SchemeMeasurement> Measurements,
    IReadOnlyList<PublishedSpeedUp> Published) : IReport<SchemeMeasurement>;
