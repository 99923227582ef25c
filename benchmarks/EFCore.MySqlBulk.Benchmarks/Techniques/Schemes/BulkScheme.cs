using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>A call of the library on a new context; always in a transaction.</summary>
internal sealed class BulkScheme(BenchDatabase database, string name, Func<BenchContext, BenchUser[], Task<BulkResult>> call) : Scheme(name)
{
    private BulkResult _result = new();

    public override string Detail => _result.Strategy.ToString();

    public override bool IsOurs => true;

    public override long? RowsAffected => _result.RowsAffected;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        _result = await call(context, users);
    }
}
