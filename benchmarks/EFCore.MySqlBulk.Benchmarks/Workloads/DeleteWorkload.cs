using System.Data;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>Deletes entities by key. The rows deleted by a run are restored before the next.</summary>
internal sealed class DeleteWorkload(BenchDatabase database) : Workload(database)
{
    public override string Name => "delete";

    public override int TableRows => LoadedTable.Rows;

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

    public override Task LoadAsync() => LoadedTable.LoadAsync(Database);

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        // Runs delete from the first key on, so the missing rows come before the first key that is left.
        string firstLeft = await context.TextAsync("SELECT MIN(id) FROM bench_users");
        await context.ExecuteAsync($"INSERT INTO bench_users SELECT * FROM {LoadedTable.Copy} WHERE id < {firstLeft} ORDER BY id");
        return UserRows.Keyed(count, run);
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        long rows = await context.CountAsync("SELECT COUNT(*) FROM bench_users");
        Require(rows == LoadedTable.Rows - users.Length, technique, $"the table holds {rows} rows instead of {LoadedTable.Rows - users.Length}");
        long first = await context.CountAsync("SELECT MIN(id) FROM bench_users");
        Require(first == users.Length + 1, technique, $"the first key left is {first} instead of {users.Length + 1}");
    }
}
