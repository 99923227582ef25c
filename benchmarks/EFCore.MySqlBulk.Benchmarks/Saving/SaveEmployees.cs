using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>Inserts entities that are stored in two tables, the second of which takes the key that the first has generated.</summary>
internal sealed class SaveEmployees(BenchDatabase database) : SaveOperation(database)
{
    private const string Stored =
        "SELECT p.Id, p.Name, e.Age, p.Email, e.Score, p.CreatedAt FROM bench_people p LEFT JOIN bench_employees e ON e.Id = p.Id ORDER BY p.Id";

    public const string Operation = "insert, table per type";

    public override string Name => Operation;

    public override int CountedPerRow => 2;

    public override async Task<BenchUser[]> PrepareAsync(int count, int run)
    {
        await using BenchContext context = await Database.OpenAsync();
        await context.EmptyAsync("bench_employees", "bench_people");
        return UserRows.New(count, run);
    }

    public override object[] EntitiesOf(BenchUser[] rows) =>
        rows.Select(r => new BenchEmployee { Name = r.Name, Age = r.Age, Email = r.Email, Score = r.Score, CreatedAt = r.CreatedAt }).ToArray();

    public override void TakeKeys(object[] entities, BenchUser[] rows)
    {
        for (int i = 0; i < rows.Length; i++)
            rows[i].Id = ((BenchEmployee)entities[i]).Id;
    }

    public override async Task VerifyAsync(BenchUser[] rows, Technique technique)
    {
        await using BenchContext context = await Database.OpenAsync();
        long employees = await context.CountAsync("SELECT COUNT(*) FROM bench_employees");
        Require(employees == rows.Length, technique, $"{employees} rows are stored in the second table instead of {rows.Length}");
        List<BenchUser> stored = await StoredUsers.ReadAsync(context, Stored, rows.Length + 1);
        Require(stored.Count == rows.Length, technique, $"{stored.Count} rows are stored instead of {rows.Length}");
        Dictionary<long, BenchUser> byKey = stored.ToDictionary(r => r.Id);
        // Each key may be taken once, so that no two entities have the same.
        Require(
            rows.All(r => byKey.Remove(r.Id, out BenchUser? found) && UserRows.SameValues(r, found)), technique, "an entity has other values or another key than its row");
    }
}
