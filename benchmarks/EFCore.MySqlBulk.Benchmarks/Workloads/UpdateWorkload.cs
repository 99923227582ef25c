using System.Data;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>Updates three columns, including the indexed one, by key. Every run writes values that differ from the stored ones, so nothing has to be restored.</summary>
internal sealed class UpdateWorkload(BenchDatabase database, int tableRows) : Workload(database)
{
    private static readonly string[] Written = [nameof(BenchUser.Name), nameof(BenchUser.Age), nameof(BenchUser.Score)];

    public override string Name => "update";

    public override int TableRows => tableRows;

    public override IReadOnlyList<Technique> Techniques { get; } =
    [
        new RowByRowTechnique(
            database,
            "UPDATE bench_users SET name = @p0, age = @p1, score = @p2 WHERE id = @p3",
            static u => [u.Name, u.Age, u.Score, u.Id],
            [DbType.String, DbType.Int32, DbType.Double, DbType.Int64]),
        new SaveChangesTechnique(database, Track),
        new BulkTechnique(
            database, static (context, users) => context.BulkUpdateAsync(users, new() { Update = u => new { u.Name, u.Age, u.Score } })),
        new BulkTechnique(
            database,
            static (context, users) => context.BulkUpdateAsync(
                users, new() { Update = u => new { u.Name, u.Age, u.Score }, Pipelining = BulkPipelining.Never }),
            TechniqueKind.BulkUnpipelined),
        // The order is fixed, so that fresh statistics cannot make the floor slow.
        new FloorTechnique(
            database,
            $"UPDATE {FloorTechnique.Source} s STRAIGHT_JOIN bench_users t ON t.id = s.id SET t.name = s.name, t.age = s.age, t.score = s.score"),
    ];

    public override Task LoadAsync() => LoadedTable.LoadAsync(Database, tableRows);

    public override Task<BenchUser[]> PrepareAsync(int count, int run) => Task.FromResult(UserRows.Keyed(count, run));

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        List<BenchUser> stored = await StoredUsers.ReadAsync(context, users.Length);
        for (int i = 0; i < users.Length; i++)
        {
            bool same = users[i].Id == stored[i].Id && UserRows.SameValues(users[i], stored[i]);
            Require(same, technique, $"row {i} is stored with other values");
        }
        await RequireRowsAsync(context, "bench_users", tableRows, technique);
    }

    /// <summary>Attaches the rows and marks what an update writes as modified.</summary>
    public static void Track(DbContext context, BenchUser[] users)
    {
        context.AttachRange(users);
        foreach (BenchUser user in users)
        {
            var entry = context.Entry(user);
            foreach (string property in Written)
                entry.Property(property).IsModified = true;
        }
    }
}
