using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Rows are walked by keys of every type, in the server's order.</summary>
[BothServers]
public abstract class WalkedKeyTests(Servers servers, ServerKind kind)
{
    private const int Rows = 50;

    [Fact]
    public Task By_int() => CheckAsync(i => i);

    [Fact]
    public Task By_unsigned() => CheckAsync(i => ulong.MaxValue - (ulong)i);

    [Fact]
    public Task By_decimal() => CheckAsync(i => i + 0.25m, p => p.HasPrecision(18, 4));

    [Fact]
    public Task By_text() => CheckAsync(i => $"Ä'{i}\\", p => p.HasMaxLength(40));

    [Fact]
    public Task By_guid() => CheckAsync(i => new Guid(i * 7919, 1, 2, 3, 4, 5, 6, 7, 8, 9, (byte)i));

    [Fact]
    public Task By_binary_guid() => CheckAsync(i => new Guid(i * 7919, 1, 2, 3, 4, 5, 6, 7, 8, 9, (byte)i), p => p.HasColumnType("binary(16)"));

    [Fact]
    public Task By_bytes() => CheckAsync(i => new[] { (byte)(255 - i), (byte)0, (byte)'\'' }, p => p.HasColumnType("varbinary(8)"));

    [Fact]
    public Task By_date() => CheckAsync(i => new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified).AddTicks(i * 10L), p => p.HasPrecision(6));

    [Fact]
    public Task By_day() => CheckAsync(i => new DateOnly(2026, 1, 1).AddDays(i));

    [Fact]
    public Task By_an_enum() => CheckAsync(i => (DayOfWeek)i);

    [Fact]
    public Task By_an_enum_as_text() => CheckAsync(i => (DayOfWeek)i, p => p.HasConversion<string>().HasMaxLength(20));

    [Fact]
    public Task By_a_type_of_the_model() => CheckAsync(i => new Number(i), p => p.HasConversion(number => number.Value, value => new Number(value)).ValueGeneratedNever());

    private async Task CheckAsync<TKey>(Func<int, TKey> key, Action<PropertyBuilder<TKey>>? column = null)
        where TKey : notnull
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Row<TKey>>(row =>
        {
            row.ToTable("keyed").HasKey(r => new { r.Key, r.Part });
            row.Property(r => r.Part).ValueGeneratedNever();
            column?.Invoke(row.Property(r => r.Key));
        }));
        await using ModelContext context = database.Context();
        // Each key has three rows, so that batches end within them.
        await context.BulkInsertAsync(Enumerable.Range(0, Rows * 3).Select(i => new Row<TKey> { Key = key(i / 3), Part = i % 3, Size = i }));

        BulkResult half = await context.Set<Row<TKey>>().Where(row => row.Size % 2 == 0).BulkExecuteDeleteAsync(new() { BatchRows = 4, BatchTime = Visits.Patience }, TestContext.Current.CancellationToken);
        Assert.Equal((75, 19, 2), (half.RowsDeleted, half.Portions, half.LastKey.Count));
        Assert.Equal(75, await database.CountAsync("SELECT COUNT(*) FROM keyed WHERE Size % 2 = 1"));

        // It goes on after the key of a row in the middle.
        Row<TKey> middle = await context.Set<Row<TKey>>().AsNoTracking().OrderBy(row => row.Key).ThenBy(row => row.Part).Skip(40).FirstAsync(TestContext.Current.CancellationToken);
        BulkResult rest = await context.Set<Row<TKey>>().BulkExecuteDeleteAsync(new() { BatchRows = 4, BatchTime = Visits.Patience, WholeTable = true, After = [middle.Key, middle.Part] }, TestContext.Current.CancellationToken);
        Assert.Equal((34, 41), (rest.RowsDeleted, await database.CountAsync("SELECT COUNT(*) FROM keyed")));
    }

    private readonly record struct Number(int Value);

    private sealed class Row<TKey>
        where TKey : notnull
    {
        public TKey Key { get; set; } = default!;

        public int Part { get; set; }

        public int Size { get; set; }
    }
}
