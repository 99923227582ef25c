namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>All results of a run with shards.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="IsQuick">Whether it was only a quick run, whose figures mean nothing.</param>
/// <param name="Measurements">Each way with each number of rows.</param>
internal sealed record ShardsReport(Machine Machine, bool IsQuick, IReadOnlyList<ShardsMeasurement> Measurements)
    : IReport<ShardsMeasurement>;
