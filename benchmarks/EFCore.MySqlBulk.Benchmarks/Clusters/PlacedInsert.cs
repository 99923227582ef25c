using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Clusters;

/// <summary>BulkInsert with its default options, at one place and by one connection string.</summary>
/// <param name="name">What it is called in the report.</param>
/// <param name="place">Where the rows are stored.</param>
/// <param name="way">The place's database, reached by the connection string that is measured.</param>
internal sealed class PlacedInsert(string name, BenchPlace place, BenchDatabase way) : Technique(TechniqueKind.Bulk)
{
    private BulkResult _result = new();

    public BenchPlace Place => place;

    public override string Name => name;

    public override string Detail => $"{_result.Strategy}{(_result.IsPipelined ? ", pipelined" : "")}";

    public override bool WritesKeys => true;

    public override long? RowsAffected => _result.RowsAffected;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = way.Context();
        _result = await context.BulkInsertAsync(users);
    }
}
