using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Selecting;

/// <summary>An operation's table and rows, with the choices of a call instead of the other techniques.</summary>
internal sealed class ChoiceWorkload(BenchDatabase database, Workload workload, IReadOnlyList<Technique> choices) : Workload(database)
{
    public override string Name => workload.Name;

    public override int TableRows => workload.TableRows;

    public override IReadOnlyList<Technique> Techniques => choices;

    public override Task LoadAsync() => workload.LoadAsync();

    public override Task<BenchUser[]> PrepareAsync(int count, int run) => workload.PrepareAsync(count, run);

    public override Task VerifyAsync(BenchUser[] users, Technique technique) => workload.VerifyAsync(users, technique);
}
