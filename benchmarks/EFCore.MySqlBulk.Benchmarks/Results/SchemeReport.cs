using EFCore.MySqlBulk.Benchmarks.Measuring;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Everything that a run of the schemes found out.</summary>
internal sealed record SchemeReport(
    Machine Machine,
    bool IsQuick,
    IReadOnlyList<RoundTripTime> RoundTrips,
    IReadOnlyList<SchemeMeasurement> Measurements,
    IReadOnlyList<PublishedSpeedUp> Published);
