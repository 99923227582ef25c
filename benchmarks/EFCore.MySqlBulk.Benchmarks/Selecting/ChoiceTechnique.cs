using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Selecting;

/// <summary>A call with a choice, on a new context.</summary>
internal sealed class ChoiceTechnique(BenchDatabase database, Choice choice) : Technique(TechniqueKind.Bulk)
{
    private BulkResult _result = new();

    public override string Name => choice.Name;

    public override bool IsBaseline => choice.IsAutomatic;

    public override string Detail => $"{_result.Strategy}{(_result.IsPipelined ? ", pipelined" : "")}";

    public override bool WritesKeys => choice.WritesKeys;

    public override long? RowsAffected => _result.RowsAffected;

    public override async Task RunAsync(BenchUser[] users)
    {
        await using BenchContext context = database.Context();
        _result = await choice.RunAsync(context, users);
    }
}
