using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Synchronizing;

/// <summary>One way to make the table equal to the rows, in a new context.</summary>
internal sealed class SyncTechnique(string name, BenchDatabase database, Func<BenchContext, BenchUser[], Task<SyncOutcome>> call, TechniqueKind kind = TechniqueKind.Scheme)
    : Technique(kind)
{
    public override string Name => name;

    public override bool IsSlow => Kind == TechniqueKind.SaveChanges;

    public override bool WritesKeys => true;

    /// <summary>What its last run says it has done.</summary>
    public SyncOutcome Outcome { get; private set; } = new(0, 0, 0, 0);

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        Outcome = await call(context, users);
    }
}
