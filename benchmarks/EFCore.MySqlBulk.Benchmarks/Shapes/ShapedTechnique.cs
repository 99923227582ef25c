using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Shapes;

/// <summary>A way to send rows of a shape.</summary>
/// <param name="kind">What it is.</param>
/// <param name="shape">The shape.</param>
/// <param name="run">Sends the rows. Null if the result tells nothing.</param>
internal sealed class ShapedTechnique<TRow>(TechniqueKind kind, Shape<TRow> shape, Func<TRow[], Task<BulkResult?>> run) : Technique(kind)
    where TRow : ShapedRow
{
    private BenchUser[] _users = [];
    private TRow[] _rows = [];
    private BulkResult? _result;

    public override string Detail => _result?.Strategy.ToString() ?? "";

    public override bool IsSlow => Kind == TechniqueKind.SaveChanges;

    public override bool WritesKeys => Kind is TechniqueKind.SaveChanges or TechniqueKind.Bulk or TechniqueKind.BulkUnpipelined or TechniqueKind.BulkLoadData;

    public override long? RowsAffected => _result?.RowsAffected;

    public override Task PrepareAsync(BenchUser[] users)
    {
        (_users, _rows) = (users, [.. users.Select(shape.RowOf)]);
        return Task.CompletedTask;
    }

    public override async Task RunAsync(BenchUser[] users) => _result = await run(_rows);

    public override ValueTask CleanUpAsync()
    {
        for (int i = 0; i < _users.Length && WritesKeys; i++)
            _users[i].Id = _rows[i].Id;
        (_users, _rows) = ([], []);
        return default;
    }
}
