using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Read;

/// <summary>Rows that <c>SaveChanges</c> stored are read by keys of every type, as <c>Find</c> finds them.</summary>
[BothServers]
public abstract class ReadKeyTypeTests(Servers servers, ServerKind kind)
{
    private static readonly string[] Texts = ["a", "b ", "it's", "back\\slash", "ä", "Ж", "😀", "\"", "`", "50%_", "\\'", "line\n", "\"quoted\"", "nul\0", "null", "{\"a\":1}", "[1]"];

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
    public Task Sbyte_keys_are_read() => ReadAsync<sbyte>(null, -128, -1, 1, 127, 5);

    [Fact]
    public Task Byte_keys_are_read() => ReadAsync<byte>(null, 0, 255, 1, 127);

    [Fact]
    public Task Short_keys_are_read() => ReadAsync<short>(null, short.MinValue, -1, 0, short.MaxValue);

    [Fact]
    public Task Int_keys_are_read() => ReadAsync(null, int.MinValue, -1, 1, int.MaxValue);

    [Fact]
    public Task Uint_keys_are_read() => ReadAsync(null, 0U, 1U, uint.MaxValue, 7U);

    [Fact]
    public Task Long_keys_are_read() => ReadAsync(null, long.MinValue, -1L, 9_007_199_254_740_993L, long.MaxValue);

    [Fact]
    public Task Ulong_keys_are_read() => ReadAsync(null, 1UL, 9_223_372_036_854_775_807UL, 9_223_372_036_854_775_808UL, ulong.MaxValue, ulong.MaxValue - 1);

    [Fact]
    public Task Decimal_keys_are_read() => ReadAsync(p => p.HasPrecision(20, 6), 1.5m, -99.995m, 0.000001m, 12345678901234.567891m, 1.50m + 1);

    [Fact]
    public Task Double_keys_are_read() => ReadAsync(null, 0.1, -1d / 3, 1e300, 123456789012345680d, 0.2);

    [Theory]
    [InlineData("utf8mb4_bin")]
    [InlineData("utf8mb4_general_ci")]
    [InlineData("utf8mb4_unicode_520_ci")]
    public Task Text_keys_are_read(string collation)
        => ReadAsync(p => p.HasMaxLength(60).Metadata.SetCollation(collation), [.. Texts.Select(text => $"{Array.IndexOf(Texts, text)}{text}"), .. Texts.Where(text => text[0] == '"'), "x"]);

    [Theory]
    [InlineData("latin1_swedish_ci")]
    [InlineData("latin1_bin")]
    [InlineData("ascii_bin")]
    public Task Keys_of_another_character_set_are_read(string collation)
        => ReadAsync(p => p.HasMaxLength(60).Metadata.SetCollation(collation), "a", "b c", "it's", "back\\slash", "50%_", "\"", "z");

    [Theory]
    [InlineData("char(36)")]
    [InlineData("binary(16)")]
#if CONNECTORNET
    // The other providers take this format from the connection string, for all GUIDs.
    [InlineData("char(32)")]
#endif
    public Task Guid_keys_are_read(string type) => ReadAsync(p => p.HasColumnType(type), Guids);

    [Fact]
    public Task Binary_keys_are_read() => ReadAsync<byte[]>(p => p.HasMaxLength(20), [1], [0x27, 0x5c], [0, 0], [0], [.. Guids[0].ToByteArray()], [9]);

    [Theory]
    [InlineData("datetime(6)")]
    [InlineData("timestamp(6)")]
    public Task DateTime_keys_are_read(string type)
        => ReadAsync(p => p.HasColumnType(type), Noon, Noon.AddTicks(10), Noon.AddTicks(9_999_990), Noon.AddTicks(5_000_000), Noon.AddYears(1));

    [Fact]
    public Task DateTimeOffset_keys_are_read() => ReadAsync(null, new DateTimeOffset(Noon, new(5, 30, 0)), new(Noon.AddTicks(10), TimeSpan.Zero), new(Noon, new(-11, 0, 0)));

    [Fact]
    public Task DateOnly_keys_are_read() => ReadAsync(null, new DateOnly(2024, 2, 29), new(1000, 1, 1), new(9999, 12, 31));

    [Fact]
    public Task TimeOnly_keys_are_read() => ReadAsync(null, new TimeOnly(1, 2, 3), new(0, 0), new(23, 59, 59, 999, 999));

    [Fact]
    public Task TimeSpan_keys_are_read() => ReadAsync(null, new TimeSpan(1, 2, 3), new(-1, -2, -3), new(34, 0, 0, 0, 1), TimeSpan.FromTicks(-10));

    [Fact]
    public Task Bool_keys_are_read() => ReadAsync(null, true, false);

    [Fact]
    public Task Enum_keys_are_read() => ReadAsync(null, Color.Red, Color.Green, Color.Blue);

    [Fact]
    public Task Enum_keys_as_text_are_read() => ReadAsync(p => p.HasConversion<string>().HasMaxLength(20), Color.Red, Color.Green, Color.Blue);

    [Fact]
    public Task Keys_of_a_type_of_their_own_are_read()
        => ReadAsync(p => p.HasConversion<CodeConverter>().HasMaxLength(20), new Code("a"), new("b'\\"), new("ö"), new("z"));

    // The last key has no row, unless there are only two.
    private async Task ReadAsync<TKey>(Action<PropertyBuilder>? column, params TKey[] keys)
        where TKey : notnull
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Keyed<TKey>>(entity =>
        {
            entity.ToTable("keyed").HasKey(row => row.Id);
            entity.Property(row => row.Id).ValueGeneratedNever();
            column?.Invoke(entity.Property(row => row.Id));
        }));
        int stored = keys.Length > 2 ? keys.Length - 1 : keys.Length;
        await using (ModelContext saving = database.Context())
        {
            saving.AddRange(keys.Take(stored).Select((key, i) => new Keyed<TKey> { Id = key, Payload = i }));
            await saving.SaveChangesAsync();
        }

        TKey[] asked = [.. keys.Reverse(), keys[0]];
        await using ModelContext context = database.Context();
        List<int?> expected = [];
        foreach (TKey key in asked)
            expected.Add((await context.FindAsync<Keyed<TKey>>(key))?.Payload);
        Assert.Equal(keys.Length - stored, expected.Count(payload => payload is null));
        context.ChangeTracker.Clear();

        List<Keyed<TKey>?> read = await context.Set<Keyed<TKey>>().BulkReadAsync(asked);
        List<Keyed<TKey>> filtered = await context.Set<Keyed<TKey>>().AsNoTracking().WhereKeys(asked).OrderBy(row => row.Payload).ToListAsync();
        List<Keyed<TKey>> byProperty = await context.Set<Keyed<TKey>>().WhereIn(row => row.Id, asked).OrderBy(row => row.Payload).ToListAsync();

        Assert.Equal(expected, read.Select(row => row?.Payload));
        Assert.Equal(expected, database.Context().Set<Keyed<TKey>>().BulkRead(asked, new() { Tracking = QueryTrackingBehavior.NoTracking, BatchRows = 1 }).Select(row => row?.Payload));
        Assert.Equal(Enumerable.Range(0, stored), filtered.Select(row => row.Payload));
        Assert.Equal(read.Where(row => row is not null).DistinctBy(row => row!.Payload).OrderBy(row => row!.Payload), byProperty);
        await CompareOwnAsync(database, asked, read);
    }

    // Pipelined.
    private static async Task CompareOwnAsync<TKey>(TestDatabase database, TKey[] asked, List<Keyed<TKey>?> expected)
        where TKey : notnull
    {
        await using ModelContext context = database.Context();
        List<Keyed<TKey>?> read;
        try
        {
            read = await context.Set<Keyed<TKey>>().BulkReadAsync(asked, new() { Pipelining = BulkPipelining.Always });
        }
        catch (InvalidOperationException exception)
        {
            Assert.Contains("only the driver knows how to read", exception.Message, StringComparison.Ordinal);
            Assert.Contains(context.Model.FindEntityType(typeof(Keyed<TKey>))!.FindProperty("Id")!.GetColumnType(), (string[])["binary(16)", "timestamp(6)"]);
            return;
        }

        Assert.Equal(expected.Select(row => row?.Payload), read.Select(row => row?.Payload));
        Assert.Equal(expected.Where(row => row is not null).Select(row => row!.Id), read.Where(row => row is not null).Select(row => row!.Id));
    }

    public readonly record struct Code(string Text);

    private sealed class CodeConverter() : Microsoft.EntityFrameworkCore.Storage.ValueConversion.ValueConverter<Code, string>(code => code.Text, text => new Code(text));
}
