using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Saving;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Graphs;

/// <summary>Two ways to insert the same entities into empty tables.</summary>
/// <param name="database">The database.</param>
/// <param name="operation">The entities.</param>
/// <param name="baseline">What the other is compared with.</param>
/// <param name="compared">The other.</param>
internal sealed class GraphWorkload(BenchDatabase database, SaveOperation operation, Technique baseline, Technique compared) : Workload(database)
{
    public override string Name => operation.Name;

    public override int TableRows => operation.TableRows;

    public Technique Baseline => baseline;

    /// <summary>Both are calls of the library, and the question is whether one takes longer.</summary>
    public bool IsOfOneKind => baseline.Kind == compared.Kind;

    public override IReadOnlyList<Technique> Techniques { get; } = [baseline, compared];

    public override Task<BenchUser[]> PrepareAsync(int count, int run) => operation.PrepareAsync(count, run);

    public override Task VerifyAsync(BenchUser[] users, Technique technique) => operation.VerifyAsync(users, technique);
}
