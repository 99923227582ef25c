using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>A call of the library on a new context.</summary>
internal sealed class BulkTechnique(BenchDatabase database, Func<BenchContext, BenchUser[], Task<BulkResult>> call) : Technique(TechniqueKind.Bulk)
{
    private BulkStrategy _strategy;

    public override string Detail => _strategy.ToString();

    public override bool WritesKeys => true;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        _strategy = (await call(context, users)).Strategy;
    }
}
