using EFCore.MySqlBulk.Benchmarks.Results;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>Results of inserts that nobody measured.</summary>
internal static class SampleReport
{
    public static Machine Machine { get; } = new()
    {
        Date = DateTimeOffset.UnixEpoch,
        Cores = 2,
        OperatingSystem = "Linux",
        Runtime = ".NET",
        EFCore = "9",
        Provider = "Pomelo",
        Driver = "MySqlConnector",
        Server = "9.7.4",
        ServerSettings = new Dictionary<string, string>(),
    };

    /// <summary>As many milliseconds as the library takes for 100 rows, SaveChanges takes four times that, the server half of it.</summary>
    public static Report Inserts(double? processorPerRow = 1.5) => new(
        Machine, IsQuick: true,
        [
            Of(10, TechniqueKind.SaveChanges, 3), Of(10, TechniqueKind.Bulk, 2) with { RoundTrips = 2 },
            Of(100, TechniqueKind.SaveChanges, 16) with { TimesFloor = 8 }, Of(100, TechniqueKind.Bulk, 4) with { TimesFloor = 2, TimesSaveChanges = 0.25, ProcessorPerRow = processorPerRow }, Of(100, TechniqueKind.Floor, 2) with { TimesFloor = 1 },
            Of(10_000, TechniqueKind.Bulk, 50) with { TimesFloor = 1.25, ProcessorPerRow = processorPerRow, PeakBytes = 3 << 20 }, Of(10_000, TechniqueKind.BulkUnpipelined, 60) with { TimesFloor = 1.5 }, Of(10_000, TechniqueKind.Floor, 40) with { TimesFloor = 1 },
        ],
        []);

    private static Measurement Of(int rows, TechniqueKind technique, double milliseconds) => new()
    {
        Operation = "insert",
        Rows = rows,
        TableRows = 0,
        Technique = technique,
        Detail = "",
        Rounds = 3,
        MedianMs = milliseconds,
        MinMs = milliseconds,
        RowsPerSecond = rows / milliseconds * 1_000,
        BytesPerRow = 40,
        SamplesMs = [milliseconds],
    };
}
