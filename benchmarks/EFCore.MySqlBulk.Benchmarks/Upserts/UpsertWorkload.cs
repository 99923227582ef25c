using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Upserts;

/// <summary>Inserts or updates rows by their email: every second row exists, with another name, age and score.</summary>
internal sealed class UpsertWorkload : Workload
{
    private const string Floor = $"""
        INSERT INTO bench_users (name, age, email, score, created_at)
        SELECT t.name, t.age, t.email, t.score, t.created_at FROM {FloorTechnique.Source} t ORDER BY t.id
        ON DUPLICATE KEY UPDATE bench_users.name = t.name, bench_users.age = t.age, bench_users.score = t.score, bench_users.created_at = t.created_at
        """;

    private readonly int _mostRows;
    private int _count;

    public UpsertWorkload(BenchDatabase database, int mostRows)
        : base(database)
    {
        _mostRows = mostRows;
        DbContextOptions<UpsertContext> options = new DbContextOptionsBuilder<UpsertContext>()
            .UseMySql(database.ConnectionString, database.Version, o => o.MaxBatchSize(BenchDatabase.SaveChangesBatch)).Options;
        Techniques =
        [
            // In the order of the index that the rows are found by, which suits the server best.
            new FloorTechnique(database, Floor, user => user.Email),
            new UpsertTechnique("BulkInsertOrUpdate", options, async (context, users) =>
                UpsertOutcome.Of(await context.BulkInsertOrUpdateAsync(users, new() { Match = u => u.Email }))),
            new UpsertTechnique("BulkInsertOrUpdate, Pipelining = Never", options, async (context, users) =>
                UpsertOutcome.Of(await context.BulkInsertOrUpdateAsync(users, new() { Match = u => u.Email, Pipelining = BulkPipelining.Never }))),
            new UpsertTechnique("BulkInsertIfAbsent", options, async (context, users) =>
                UpsertOutcome.Of(await context.BulkInsertIfAbsentAsync(users, new() { Match = u => u.Email }))) { KeepsExisting = true },
            new UpsertTechnique("tracked queries and SaveChanges", options, QueryAndSave.RunAsync, TechniqueKind.SaveChanges),
        ];
    }

    public override string Name => "insert or update";

    /// <summary>The existing rows of the last run's.</summary>
    public override int TableRows => Existing(_count);

    public override IReadOnlyList<Technique> Techniques { get; }

    /// <summary>How many of the given rows exist.</summary>
    public static int Existing(int count) => (count + 1) / 2;

    public override async Task LoadAsync()
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.ExecuteAsync(UpsertContext.CreateIndex);
        await context.ExecuteAsync($"CREATE TABLE {LoadedTable.Copy} LIKE bench_users");
        await context.FillAsync(LoadedTable.Copy, UserRows.Keyed(_mostRows, run: 0).Where(user => Exists(user.Id)));
    }

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        _count = count;
        await using BenchContext context = await Database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        await context.ExecuteAsync($"INSERT INTO bench_users SELECT * FROM {LoadedTable.Copy} WHERE id <= {count}");
        // Statistics of an empty table would mislead the optimizer.
        await context.TextAsync("ANALYZE TABLE bench_users");
        return UserRows.New(count, run);
    }

    public override async Task VerifyAsync(BenchUser[] users, Technique technique)
    {
        UpsertTechnique? upsert = technique as UpsertTechnique;
        bool keeps = upsert is { KeepsExisting: true };
        if (upsert is not null)
            VerifyCounts(users.Length, upsert);
        await using BenchContext context = await Database.OpenAsync();
        List<BenchUser> stored = await StoredUsers.ReadAsync(context, users.Length + 1);
        Require(stored.Count == users.Length, technique, $"{stored.Count} rows are stored instead of {users.Length}");
        Dictionary<string, BenchUser> byEmail = stored.ToDictionary(user => user.Email);
        BenchUser[] before = UserRows.Keyed(users.Length, run: 0);
        for (int i = 0; i < users.Length; i++)
        {
            bool existed = Exists(before[i].Id);
            BenchUser expected = existed && keeps ? before[i] : users[i];
            Require(byEmail.TryGetValue(users[i].Email, out BenchUser? row) && UserRows.SameValues(expected, row), technique, $"row {i} is missing or stored with other values");
            Require(!existed || row!.Id == before[i].Id, technique, $"row {i} had the key {before[i].Id}, stored is {row!.Id}");
            Require(!technique.WritesKeys || users[i].Id == row!.Id, technique, $"row {i} got the key {users[i].Id}, stored is {row!.Id}");
        }
    }

    private static void VerifyCounts(int count, UpsertTechnique technique)
    {
        int existing = Existing(count);
        (long inserted, long updated, long unchanged, _) = technique.Outcome;
        (long Inserted, long Updated, long Unchanged) expected = technique.KeepsExisting ? (count - existing, 0, existing) : (count - existing, existing, 0);
        Require((inserted, updated, unchanged) == expected, technique, $"{inserted} rows inserted, {updated} updated and {unchanged} unchanged instead of {expected.Inserted}, {expected.Updated} and {expected.Unchanged}");
    }

    // Keys of existing rows are the numbers of the rows: 1, 3, 5 and so on.
    private static bool Exists(long number) => number % 2 == 1;
}
