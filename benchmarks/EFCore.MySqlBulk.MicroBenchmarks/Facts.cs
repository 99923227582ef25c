using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>What a call with 10,000 rows knows on a MySQL 9.7 with default settings, if its statements can be pipelined.</summary>
internal static class Facts
{
    public static CallFacts Call { get; } = new(
        new() { ReturnKeys = true, VerifyKeys = true, CheckConcurrency = true },
        new(ServerFlavor.MySql, new(9, 7, 0), 64 << 20, "MySQL 9.7"),
        new("STRICT_TRANS_TABLES", "utf8mb4 utf8mb4", 1, "shop"),
        10_000)
    {
        Pipelining = new(SeveralStatements: true, CanPipeline: true),
        Chosen = new(IsPipelined: true, "3,000 rows or more"),
    };

    public static TableMap Table(SampleContext context) => TableMaps.Of(context.Model.FindEntityType(typeof(Sample))!);
}
