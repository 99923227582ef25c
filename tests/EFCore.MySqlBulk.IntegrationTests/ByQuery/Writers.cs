using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Sessions that change visits beside a call: they count looks at any of them, each with a row in another table, let some match and not match in turn, delete some, and insert new ones.</summary>
internal sealed class Writers(TestDatabase database, int rows) : IAsyncDisposable
{
    /// <summary>A call's rows have a smaller site.</summary>
    public const int Border = 50;

    private readonly CancellationTokenSource _end = new();
    private Task[] _work = [];

    /// <summary>What becomes of a row, by the last digit of its key.</summary>
    public static bool AlwaysMatches(long id) => id % 10 is 0 or 2 or 4 or 5 or 6 or 8;

    public static bool NeverMatches(long id) => id % 10 is 7 or 9;

    private static bool Flickers(long id) => id % 10 is 1;

    public static async Task<Writers> StartAsync(TestDatabase database, int rows)
    {
        await database.ExecuteAsync(
            "CREATE TABLE looks (Id BIGINT AUTO_INCREMENT PRIMARY KEY, VisitId BIGINT NOT NULL)",
            "CREATE TABLE deletions (Id BIGINT AUTO_INCREMENT PRIMARY KEY, Site INT NOT NULL)",
            "CREATE TRIGGER deleted BEFORE DELETE ON visits FOR EACH ROW INSERT INTO deletions (Site) VALUES (OLD.Site)",
            $"UPDATE visits SET Length = 0, Site = CASE WHEN Id % 10 IN (7, 9) THEN {Border + 10} WHEN Id % 10 = 3 THEN {Border + 20} ELSE 1 END");
        Writers writers = new(database, rows);
        writers._work = [.. Enumerable.Range(0, 3).Select(number => Task.Run(() => writers.WriteAsync(new Random(number))))];
        return writers;
    }

    /// <summary>Ends them, and fails if one has failed.</summary>
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await Task.WhenAll(_work);
        _end.Dispose();
    }

    private async Task WriteAsync(Random random)
    {
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        while (!_end.IsCancellationRequested)
        {
            long id = random.Next(1, rows + 1);
            Exception? failure = await Record.ExceptionAsync(() => WriteAsync(context, id, random));
            // Conflicts are to be expected.
            Assert.True(failure is null || Trouble.Number(failure) is 1213 or 1205 or 1020, failure?.ToString());
        }
    }

    private static async Task WriteAsync(ModelContext context, long id, Random random)
    {
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync();
        if (Flickers(id))
            await context.Database.ExecuteSqlAsync($"UPDATE visits SET Site = IF(Site = 1, {Border + 10}, 1) WHERE Id = {id}");
        else if (id % 10 == 3 && random.Next(4) == 0)
            await context.Database.ExecuteSqlAsync($"DELETE FROM visits WHERE Id = {id}");
        else if (random.Next(20) == 0)
            await context.Database.ExecuteSqlAsync($"INSERT INTO visits (Site, At, Length, Path) VALUES ({Border + 20}, '2026-01-01', 0, 'new')");
        else if (await context.Database.ExecuteSqlAsync($"UPDATE visits SET Length = Length + 1 WHERE Id = {id}") == 1)
            await context.Database.ExecuteSqlAsync($"INSERT INTO looks (VisitId) VALUES ({id})");
        await transaction.CommitAsync();
    }
}
