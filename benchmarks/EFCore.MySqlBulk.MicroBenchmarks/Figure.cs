using BenchmarkDotNet.Running;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>The cost of one operation of a benchmark.</summary>
/// <param name="Nanoseconds">The median.</param>
/// <param name="Bytes">Bytes allocated on the managed heap.</param>
internal sealed record Figure(double Nanoseconds, long Bytes)
{
    /// <summary>The class without its ending, the method, and the parameter if there is one: <c>RowWriter.Literal Int32</c>.</summary>
    public static string NameOf(BenchmarkCase benchmark)
        => $"{benchmark.Descriptor.Type.Name.Replace("Benchmarks", "", StringComparison.Ordinal)}.{benchmark.Descriptor.WorkloadMethod.Name}"
            + (benchmark.HasParameters ? $" {benchmark.Parameters.Items[0].Value}" : "");
}
