namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>What the runs of one technique came to.</summary>
internal sealed record BenchmarkMeasurement(
    string Operation, int Rows, string Technique, int Rounds, double MedianMs, double RowsPerSecond, double? TimesFloor, double? TimesSaveChanges, double BytesPerRow, int? RoundTrips);
