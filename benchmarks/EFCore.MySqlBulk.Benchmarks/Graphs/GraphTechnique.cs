using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Saving;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Graphs;

/// <summary>A call of BulkInsert with untracked entities, on a new context.</summary>
internal sealed class GraphTechnique(string name, SavingDatabase database, SaveOperation operation, Func<SavingContext, object[], Task<BulkResult>> call)
    : Technique(TechniqueKind.Bulk)
{
    private BenchUser[] _rows = [];
    private object[] _entities = [];
    private BulkResult _result = new();

    public override string Name => name;

    public override string Detail => $"{_result.Strategy}{(_result.IsPipelined ? ", pipelined" : "")}";

    public override bool WritesKeys => true;

    public override Task PrepareAsync(BenchUser[] users)
    {
        _rows = users;
        _entities = operation.EntitiesOf(users);
        return Task.CompletedTask;
    }

    public override async Task RunAsync(BenchUser[] users)
    {
        await using SavingContext context = database.Context(isBulk: true);
        _result = await call(context, _entities);
    }

    public override ValueTask CleanUpAsync()
    {
        int expected = operation.InsertedOf(_rows.Length);
        if (_result.RowsInserted != expected)
            throw new WrongOutcomeException($"{Name}: {_result.RowsInserted} rows inserted instead of {expected}");
        operation.TakeKeys(_entities, _rows);
        (_rows, _entities) = ([], []);
        return default;
    }
}
