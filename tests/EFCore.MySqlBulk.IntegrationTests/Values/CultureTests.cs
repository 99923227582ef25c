using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>The stored values do not depend on the culture's decimal separator, minus sign or calendar.</summary>
public abstract class CultureTests(Servers servers, ServerKind kind)
{
    private const string Stored = "SELECT Id,Small,Real64+0E0,Exact,Moment,Day,Length,Word FROM samples ORDER BY Id";

    [Theory]
    [InlineData("de-DE")]
    [InlineData("sv-SE")]
    [InlineData("fi-FI")]
    [InlineData("tr-TR")]
    [InlineData("fa-IR")]
    [InlineData("th-TH")]
    [InlineData("ar-SA")]
    public async Task The_culture_does_not_change_what_is_stored(string culture)
    {
        await using TestDatabase database = await (await servers.OfAsync(kind)).CreateAsync(model => model.Entity<Sample>(entity =>
        {
            entity.ToTable("samples");
            entity.Property(s => s.Id).ValueGeneratedNever();
            entity.Property(s => s.Exact).HasPrecision(20, 6);
        }));
        string expected = await InsertedAsync(database, BulkStrategy.RowByRow);
        Assert.Contains("1234.5", expected, StringComparison.Ordinal);
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            Assert.NotEqual("Invariant Language (Invariant Country)", CultureInfo.CurrentCulture.EnglishName);
            foreach (BulkStrategy strategy in EveryStrategy.Inserts)
                Assert.Equal((strategy, expected), (strategy, await InsertedAsync(database, strategy)));
            foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
                Assert.Equal((strategy, expected), (strategy, await UpdatedAsync(database, strategy)));
            foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
                Assert.Equal((strategy, 4L), (strategy, await DeletedAsync(database, strategy)));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static Sample[] Samples() =>
    [
        new() { Id = -3, Small = -12_345, Real64 = -1234.5, Exact = -9876.54321m, Moment = new(2024, 2, 29, 1, 2, 3, 456), Day = new(1999, 12, 31), Length = new(-1, -2, -3), Word = "Iıİi" },
        new() { Id = -2, Small = 0, Real64 = 1e-7, Exact = 0.000001m, Moment = new(1582, 10, 15), Day = new(1000, 1, 1), Length = new(30, 2, 3), Word = "٣" },
        new() { Id = 1, Small = 1_000_000, Real64 = 1e20, Exact = 1_000_000.5m, Moment = new(9999, 12, 31), Day = new(9999, 12, 31), Length = TimeSpan.FromTicks(-10), Word = "\u200e\u2212" },
        new() { Id = 2, Small = -1, Real64 = -0.5, Exact = -0.5m, Moment = new(2000, 1, 1), Day = new(2000, 1, 1), Length = TimeSpan.Zero, Word = "" },
    ];

    private static async Task<string> InsertedAsync(TestDatabase database, BulkStrategy strategy)
    {
        await database.ExecuteAsync("DELETE FROM samples");
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Samples(), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
        return await StoredAsync(database);
    }

    private static async Task<string> UpdatedAsync(TestDatabase database, BulkStrategy strategy)
    {
        await database.ExecuteAsync("UPDATE samples SET Small=7,Real64=7,Exact=7,Moment='2001-02-03',Day='2001-02-03',Length='1:2:3',Word='x'");
        await using ModelContext context = database.Context();
        await context.BulkUpdateAsync(Samples(), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
        return await StoredAsync(database);
    }

    private static async Task<long> DeletedAsync(TestDatabase database, BulkStrategy strategy)
    {
        await InsertedAsync(database, BulkStrategy.MultiRowValues);
        await using ModelContext context = database.Context();
        return (await context.BulkDeleteAsync(Samples(), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) })).RowsDeleted;
    }

    private static async Task<string> StoredAsync(TestDatabase database)
        => string.Join("\n", (await database.QueryAsync(Stored)).Select(row => string.Join('|', row.Select(v => Convert.ToString(v, CultureInfo.InvariantCulture)))));

    private sealed class Sample
    {
        public long Id { get; set; }

        public int Small { get; set; }

        public double Real64 { get; set; }

        public decimal Exact { get; set; }

        public DateTime Moment { get; set; }

        public DateOnly Day { get; set; }

        public TimeSpan Length { get; set; }

        public string Word { get; set; } = "";
    }
}

public sealed class CultureOnMySql(Servers servers) : CultureTests(servers, ServerKind.MySql);

public sealed class CultureOnMariaDb(Servers servers) : CultureTests(servers, ServerKind.MariaDb);
