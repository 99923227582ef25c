using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>A statement that is prepared once and executed with a NULL, then a value, then a NULL again.</summary>
[BothServers]
public abstract class NullPatternTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_parameter_that_was_null_first_carries_values_later(bool isNullFirst)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Reading>());
        await using ModelContext context = database.Context();
        List<Reading> readings = [.. Enumerable.Range(0, 12).Select(i => (i / 3 % 2 == 0) == isNullFirst ? new Reading() : Reading.Of(i))];

        await context.BulkInsertAsync(
            readings, new() { Strategy = BulkStrategy.PreparedMultiRow, BatchRows = 3 }, TestContext.Current.CancellationToken);

        Assert.Equal(readings, await context.Set<Reading>().AsNoTracking().OrderBy(r => r.Id).ToListAsync(TestContext.Current.CancellationToken));
    }

    private sealed record Reading
    {
        public int Id { get; set; }

        public bool? Flag { get; set; }

        public byte? Small { get; set; }

        public int? Number { get; set; }

        public ulong? Large { get; set; }

        public double? Real { get; set; }

        public decimal? Exact { get; set; }

        public char? Letter { get; set; }

        public string? Text { get; set; }

        public Guid? Mark { get; set; }

        public DateTime? Moment { get; set; }

        public DateOnly? Day { get; set; }

        public TimeSpan? Duration { get; set; }

        public static Reading Of(int i) => new()
        {
            Flag = true,
            Small = (byte)i,
            Number = -i,
            Large = ulong.MaxValue,
            Real = i / 3.0,
            Exact = i + 0.25m,
            Letter = 'ä',
            Text = $"näme {i}",
            Mark = new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
            Moment = new DateTime(2026, 11, 21, 9, 59, i).AddMicroseconds(i),
            Day = new DateOnly(2026, 11, 1 + i),
            Duration = TimeSpan.FromMicroseconds(1_000_000L + i),
        };
    }
}
