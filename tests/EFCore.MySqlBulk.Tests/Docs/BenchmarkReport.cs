using System.Text.Json;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The figures of a whole run of the benchmark, as its <c>--json</c> wrote them.</summary>
internal sealed record BenchmarkReport(bool IsQuick, IReadOnlyList<BenchmarkMeasurement> Measurements)
{
    public const string File = "benchmarks/results/mysql.json";

    public static BenchmarkReport Read() => JsonSerializer.Deserialize<BenchmarkReport>(RepositoryFiles.Read(File), JsonSerializerOptions.Web)!;

    public BenchmarkMeasurement Of(string operation, int rows, string technique)
        => Measurements.Single(each => each.Operation == operation && each.Rows == rows && each.Technique == technique);
}
