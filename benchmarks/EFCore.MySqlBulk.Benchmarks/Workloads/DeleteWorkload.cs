using System.Data;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>Deletes entities by key. The rows deleted by a run are restored before the next.</summary>
internal sealed class DeleteWorkload(BenchDatabase database, int tableRows) : Workload(database)
{
    public override string Name => "delete";

    public override int TableRows => tableRows;

    public override IReadOnlyList<Technique> Techniques { get; } =
    [
        new RowByRowTechnique(database, "DELETE FROM bench_users WHERE id = @p0", static u => [u.Id], [DbType.Int64]),
        new SaveChangesTechnique(database, static (context, users) => context.RemoveRange(users)),
        new BulkTechnique(database, static (context, users) => context.BulkDeleteAsync(users)),
        new BulkTechnique(
            database,
            static (context, users) => context.BulkDeleteAsync(users, new BulkDeleteOptions { Pipelining = BulkPipelining.Never }),
            TechniqueKind.BulkUnpipelined),
        new FloorTechnique(database, $"DELETE t FROM {FloorTechnique.Source} s STRAIGHT_JOIN bench_users t ON t.id = s.id"),
    ];

    public override Task LoadAsync() => LoadedTable.LoadAsync(Database, tableRows);

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        await LoadedTable.RestoreAsync(context, "bench_users", LoadedTable.Copy);
        return UserRows.Keyed(count, run);
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        await RequireRowsAsync(context, "bench_users", tableRows - users.Length, technique);
        await RequireFirstKeyAsync(context, "bench_users", users.Length + 1, technique);
    }
}
