using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Benchmarks.Techniques;

/// <summary>
/// The time that the server itself needs: one statement and its commit, from a temporary table that already holds the rows.
/// The connection is open and the table filled before the clock starts; no row crosses the network.
/// The table's keys are in the order of the rows, or in the order given.
/// </summary>
/// <param name="open">Opens a context whose connection has the temporary table.</param>
/// <param name="sql">The statement.</param>
internal sealed class FloorTechnique(Func<BenchUser[], Task<DbContext>> open, string sql) : Technique(TechniqueKind.Floor)
{
    public const string Source = "bench_rows";

    private DbContext? _context;

    /// <param name="database">The database with bench_users.</param>
    /// <param name="sql">The statement.</param>
    /// <param name="order">The order of the table's keys.</param>
    public FloorTechnique(BenchDatabase database, string sql, Func<BenchUser, string>? order = null)
        : this(users => OpenAsync(database, users, order), sql)
    {
    }

    /// <summary>Creates the temporary table like another one, without that one's index.</summary>
    public static async Task CreateSourceAsync(DbContext context, string table, string index)
    {
        await context.ExecuteAsync($"CREATE TEMPORARY TABLE {Source} LIKE {table}");
        await context.ExecuteAsync($"ALTER TABLE {Source} DROP INDEX {index}");
    }

    public override async Task PrepareAsync(BenchUser[] users) => _context = await open(users);

    public override async Task RunAsync(BenchUser[] users)
    {
        await using IDbContextTransaction transaction = await _context!.Database.BeginTransactionAsync();
        await _context!.ExecuteAsync(sql);
        await transaction.CommitAsync();
    }

    public override async ValueTask CleanUpAsync()
    {
        await using DbContext context = _context!;
        await context.ExecuteAsync($"DROP TEMPORARY TABLE {Source}");
    }

    private static async Task<DbContext> OpenAsync(BenchDatabase database, BenchUser[] users, Func<BenchUser, string>? order)
    {
        BenchContext context = await database.OpenAsync();
        await CreateSourceAsync(context, "bench_users", "IX_bench_users_age");
        // An insert's rows have no key yet, but their table needs one.
        IEnumerable<BenchUser> inOrder = order is null ? users : users.OrderBy(order, StringComparer.Ordinal);
        await context.FillAsync(Source, inOrder.Select(Keyed));
        return context;
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
