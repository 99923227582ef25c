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

    // A list of keys for which the server looks each one up.
    private const int RestoredAtOnce = 1_000;

    private int _restored;

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

        long[] keys = [.. Enumerable.Range(0, count).Select(i => 1L + ((long)i * Step(count)))];
        // After a run with as many rows, only its keys are missing.
        if (_restored == count)
            await RestoreAsync(context, keys);
        else
            await context.ExecuteAsync($"INSERT IGNORE INTO bench_users SELECT * FROM {LoadedTable.Copy}");
        _restored = count;
        BenchUser[] users = [.. keys.Select((key, i) => UserRows.One(key, i, run))];
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

    private static async Task RestoreAsync(BenchContext context, long[] keys)
    {
        foreach (long[] some in keys.Chunk(RestoredAtOnce))
            await context.ExecuteAsync($"INSERT IGNORE INTO bench_users SELECT * FROM {LoadedTable.Copy} WHERE id IN ({string.Join(',', some)}) ORDER BY id");
    }

    private int Step(int count) => tableRows / count;
}
