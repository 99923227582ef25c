using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Every strategy finds rows that <c>SaveChanges</c> stored, whatever type their key has.</summary>
[BothServers]
public abstract class KeyMatrixTests(Servers servers, ServerKind kind)
{
    private static readonly string[] Texts = ["a", "b ", "it's", "back\\slash", "ä", "Ж", "😀", "\"", "`", "50%_", "\\'", "line\n"];

    private static readonly DateTime Noon = new(2024, 2, 29, 12, 34, 56);

    private static readonly Guid[] Guids =
        [new("00112233-4455-6677-8899-aabbccddeeff"), new("ffffffff-ffff-ffff-ffff-ffffffffffff"), new("5c5c5c5c-2727-2727-0022-00001a0a0d25"), new("00112233-4455-6677-8899-aabbccddeefe")];

    public enum Color
    {
        Red,
        Green,
        Blue,
    }

    [Fact]
    public Task Sbyte_keys_are_found() => FoundAsync<sbyte>(null, -128, -1, 1, 127);

    [Fact]
    public Task Int_keys_are_found() => FoundAsync(null, int.MinValue, -1, 1, int.MaxValue);

    [Fact]
    public Task Ulong_keys_are_found() => FoundAsync(null, 1UL, 9_223_372_036_854_775_807UL, 9_223_372_036_854_775_808UL, ulong.MaxValue);

    [Fact]
    public Task Decimal_keys_are_found() => FoundAsync(p => p.HasPrecision(20, 6), 1.5m, -99.995m, 0.000001m, 12345678901234.567891m);

    [Fact]
    public Task Double_keys_are_found() => FoundAsync(null, 0.1, -1d / 3, 1e300, 123456789012345680d);

    [Theory]
    [InlineData("utf8mb4_bin")]
    [InlineData("utf8mb4_general_ci")]
    [InlineData("utf8mb4_unicode_520_ci")]
    public Task Text_keys_are_found(string collation) => FoundAsync(p => p.HasMaxLength(60).Metadata.SetCollation(collation), [.. Texts.Select(text => $"{Array.IndexOf(Texts, text)}{text}")]);

    [Theory]
    [InlineData("latin1_swedish_ci")]
    [InlineData("latin1_bin")]
    [InlineData("ascii_bin")]
    public Task Keys_of_another_character_set_are_found(string collation)
        => FoundAsync(p => p.HasMaxLength(60).Metadata.SetCollation(collation), "a", "b c", "it's", "back\\slash", "50%_", "\"");

    [Theory]
    [InlineData("char(36)")]
    [InlineData("binary(16)")]
#if CONNECTORNET
    // The other providers take this format from the connection string, for all GUIDs.
    [InlineData("char(32)")]
#endif
    public Task Guid_keys_are_found(string type) => FoundAsync(p => p.HasColumnType(type), Guids);

    [Fact]
    public Task Binary_keys_are_found() => FoundAsync<byte[]>(p => p.HasMaxLength(20), [1], [0x27, 0x5c], [0, 0], [0], [.. Guids[0].ToByteArray()]);

    [Theory]
    [InlineData("datetime(6)")]
    [InlineData("timestamp(6)")]
    public Task DateTime_keys_are_found(string type)
        => FoundAsync(p => p.HasColumnType(type), Noon, Noon.AddTicks(10), Noon.AddTicks(9_999_990), Noon.AddTicks(5_000_000), Noon.AddYears(1));

    [Fact]
    public Task DateTimeOffset_keys_are_found() => FoundAsync(null, new DateTimeOffset(Noon, new(5, 30, 0)), new(Noon.AddTicks(10), TimeSpan.Zero), new(Noon, new(-11, 0, 0)));

    [Fact]
    public Task DateOnly_keys_are_found() => FoundAsync(null, new DateOnly(2024, 2, 29), new(1000, 1, 1), new(9999, 12, 31));

    [Fact]
    public Task TimeOnly_keys_are_found() => FoundAsync(null, new TimeOnly(1, 2, 3), new(0, 0), new(23, 59, 59, 999, 999));

    [Fact]
    public Task TimeSpan_keys_are_found() => FoundAsync(null, new TimeSpan(1, 2, 3), new(-1, -2, -3), new(34, 0, 0, 0, 1), TimeSpan.FromTicks(-10));

    [Fact]
    public Task Bool_keys_are_found() => FoundAsync(null, true, false);

    [Fact]
    public Task Enum_keys_as_text_are_found() => FoundAsync(p => p.HasConversion<string>().HasMaxLength(20), Color.Red, Color.Green, Color.Blue);

    private async Task FoundAsync<TKey>(Action<PropertyBuilder>? column, params TKey[] keys)
        where TKey : notnull
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Keyed<TKey>>(entity =>
        {
            entity.ToTable("keyed").HasKey(row => row.Id);
            entity.Property(row => row.Id).ValueGeneratedNever();
            column?.Invoke(entity.Property(row => row.Id));
        }));
        Keyed<TKey>[] rows = await SaveAsync(database, keys);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
            await SucceedsAsync(strategy, () => UpdateAsync(database, rows, strategy));
        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
            await SucceedsAsync(strategy, () => DeleteAsync(database, rows, strategy));
    }

    private static async Task SucceedsAsync(BulkStrategy strategy, Func<Task> test)
    {
        Exception? failure = await Record.ExceptionAsync(test);
        Assert.True(failure is null, $"{strategy}: {failure}");
    }

    private static async Task UpdateAsync<TKey>(TestDatabase database, Keyed<TKey>[] rows, BulkStrategy strategy)
    {
        foreach (Keyed<TKey> row in rows)
            row.Payload += 100;
        await using ModelContext context = database.Context();
        await context.BulkUpdateAsync(rows, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
        Assert.Equal(rows.Select(row => row.Payload).Order(), await PayloadsAsync(database));
    }

    private static async Task DeleteAsync<TKey>(TestDatabase database, Keyed<TKey>[] rows, BulkStrategy strategy)
        where TKey : notnull
    {
        TKey[] keys = [.. rows.Select(row => row.Id)];
        await using ModelContext context = database.Context();
        BulkDeleteOptions options = new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) };
        Assert.Equal(rows.Length, (await context.BulkDeleteAsync(rows, options)).RowsDeleted);
        Assert.Empty(await PayloadsAsync(database));
        await SaveAsync(database, keys);
        Assert.Equal(keys.Length - 1, (await context.Set<Keyed<TKey>>().BulkDeleteByKeyAsync(keys.Skip(1).ToList(), options)).RowsDeleted);
        Assert.Equal([0], await PayloadsAsync(database));
        await database.ExecuteAsync("DELETE FROM keyed");
        await SaveAsync(database, keys);
    }

    private static async Task<Keyed<TKey>[]> SaveAsync<TKey>(TestDatabase database, TKey[] keys)
        where TKey : notnull
    {
        Keyed<TKey>[] rows = [.. keys.Select((key, i) => new Keyed<TKey> { Id = key, Payload = i })];
        await using ModelContext context = database.Context();
        context.AddRange(rows.Cast<object>());
        await context.SaveChangesAsync();
        return rows;
    }

    private static async Task<IEnumerable<int>> PayloadsAsync(TestDatabase database)
        => (await database.QueryAsync("SELECT Payload FROM keyed ORDER BY Payload")).Select(row => (int)row[0]!);
}
