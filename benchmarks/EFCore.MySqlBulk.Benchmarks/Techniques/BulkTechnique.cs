using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>A call of the library on a new context.</summary>
internal sealed class BulkTechnique(BenchDatabase database, Func<BenchContext, BenchUser[], Task<BulkResult>> call, TechniqueKind kind = TechniqueKind.Bulk)
    : Technique(kind)
{
    private BulkResult _result = new();

    public override string Detail => _result.Strategy.ToString();

    public override bool WritesKeys => Kind != TechniqueKind.BulkLoadDataWithoutKeys;

    public override long? RowsAffected => _result.RowsAffected;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        _result = await call(context, users);
    }
}
