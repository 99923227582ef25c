using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>
/// The time that the server itself needs: one statement and its commit, from a temporary table that already holds the rows.
/// The connection is open and the table filled before the clock starts; no row crosses the network.
/// The table's keys are in the order of the rows, or in the order given.
/// </summary>
internal sealed class FloorTechnique(BenchDatabase database, string sql, Func<BenchUser, string>? order = null) : Technique(TechniqueKind.Floor)
{
    public const string Source = "bench_rows";

    private BenchContext? _context;

    public override async Task PrepareAsync(BenchUser[] users)
    {
        _context = await database.OpenAsync();
        await _context.ExecuteAsync($"CREATE TEMPORARY TABLE {Source} LIKE bench_users");
        await _context.ExecuteAsync($"ALTER TABLE {Source} DROP INDEX IX_bench_users_age");
        // An insert's rows have no key yet, but their table needs one.
        IEnumerable<BenchUser> inOrder = order is null ? users : users.OrderBy(order, StringComparer.Ordinal);
        await _context.FillAsync(Source, inOrder.Select(Keyed));
    }

    public override async Task RunAsync(BenchUser[] users)
    {
        await using IDbContextTransaction transaction = await _context!.Database.BeginTransactionAsync();
        await _context!.ExecuteAsync(sql);
        await transaction.CommitAsync();
    }

    public override async ValueTask CleanUpAsync()
    {
        await using BenchContext context = _context!;
        await context.ExecuteAsync($"DROP TEMPORARY TABLE {Source}");
    }

    private static BenchUser Keyed(BenchUser user, int index) => user.Id != 0 ? user : new()
    {
        Id = index + 1,
        Name = user.Name,
        Age = user.Age,
        Email = user.Email,
        Score = user.Score,
        CreatedAt = user.CreatedAt,
    };
}
