using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>SaveChanges on a new context, as fast as it gets: change detection off, batches of 1,000 rows.</summary>
internal sealed class SaveChangesTechnique(BenchDatabase database, Action<BenchContext, BenchUser[]> track) : Technique(TechniqueKind.SaveChanges)
{
    public override bool IsSlow => true;

    public override bool WritesKeys => true;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        context.ChangeTracker.AutoDetectChangesEnabled = false;
        track(context, users);
        await context.SaveChangesAsync();
    }
}
