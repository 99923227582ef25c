using System.Data;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>Deletes entities by key. The rows deleted by a run are restored before the next.</summary>
/// <param name="database">The database.</param>
/// <param name="tableRows">The rows of the table.</param>
/// <param name="isScattered">Whether the keys are spread over the table, and given in no order, instead of the first ones in order.</param>
internal sealed class DeleteWorkload(BenchDatabase database, int tableRows, bool isScattered) : Workload(database)
{
    public const string Contiguous = "delete";
    public const string Scattered = "delete, scattered";

    public override string Name => isScattered ? Scattered : Contiguous;

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
        if (!isScattered)
        {
            await LoadedTable.RestoreAsync(context, "bench_users", LoadedTable.Copy);
            return UserRows.Keyed(count, run);
        }

        await context.ExecuteAsync($"INSERT INTO bench_users SELECT c.* FROM {LoadedTable.Copy} c LEFT JOIN bench_users t ON t.id = c.id WHERE t.id IS NULL ORDER BY c.id");
        BenchUser[] users = [.. Enumerable.Range(0, count).Select(i => UserRows.One(1L + ((long)i * Step(count)), i, run))];
        new Random(run).Shuffle(users);
        return users;
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        await RequireRowsAsync(context, "bench_users", tableRows - users.Length, technique);
        if (!isScattered)
        {
            await RequireFirstKeyAsync(context, "bench_users", users.Length + 1, technique);
            return;
        }

        int step = Step(users.Length);
        long left = await context.CountAsync($"SELECT COUNT(*) FROM bench_users WHERE (id - 1) % {step} = 0 AND id <= {1L + ((users.Length - 1L) * step)}");
        Require(left == 0, technique, $"{left} of the keys are left");
    }

    private int Step(int count) => tableRows / count;
}
