using System.Text.Json;
using EFCore.MySqlBulk.IntegrationTests.Values;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>Every type of values that is compared.</summary>
internal static class StoredTypes
{
    // What keys and defaults hold at most.
    private const int ShortLength = 60;

    private static readonly DateTime Noon = new(2024, 2, 29, 12, 34, 56);

    private static readonly string[] Texts =
    [
        "plain", "", " ", "trailing   ", "  leading", "it's", "''", "\"quoted\"", "`back`", "back\\slash", "\\", "\\\\", "\\'", "'\\", "a\0b", "\0", "line\r\nline", "tab\t",
        "\u001a", "50 %_", "@p0 ? :x", "-- comment", "/* */ ; # {0}", "äöüß €", "Ж漢字", "😀👩‍👩‍👧", "NULL", "0x41", "e\u0301", "İıi", "\ufeffbom", "\u2028",
    ];

    private static readonly byte[] EveryByte = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];

    private static readonly Guid[] Guids =
        [Guid.Empty, new("ffffffff-ffff-ffff-ffff-ffffffffffff"), new("00112233-4455-6677-8899-aabbccddeeff"), new("5c5c5c5c-2727-2727-0022-00001a0a0d25")];

    private static readonly DateTime[] Moments =
    [
        Noon, Noon.AddTicks(1), Noon.AddTicks(9), Noon.AddTicks(10), Noon.AddTicks(5_000_000), Noon.AddTicks(4_999_999), Noon.AddTicks(9_999_999), Noon.AddTicks(9_999_995),
        new(1000, 1, 1), new(9999, 12, 31, 23, 59, 59), DateTime.UnixEpoch, DateTime.SpecifyKind(Noon, DateTimeKind.Utc), new(1582, 10, 10),
    ];

    private static readonly Gen<long> Ticks = Between(new DateTime(1000, 1, 2).Ticks, new DateTime(9999, 12, 30).Ticks);

    private static readonly Gen<string> Text = TextPieces.Text.Select(text => text[..Math.Min(text.Length, ShortLength)]).Where(text => !text.EndsWith('\ud83d'));

    private static readonly Gen<byte[]> Bytes = ArbMap.Default.GeneratorFor<byte[]>().Select(bytes => bytes[..Math.Min(bytes.Length, 40)]);

    private static readonly Gen<ulong> Larges = Between(0, long.MaxValue).Select(number => (ulong)number * 2);

    private static readonly Gen<decimal> Amounts = Between(-1_000_000_000_000_000, 1_000_000_000_000_000).Select(number => number / 1_000_000m);

    public static IReadOnlyList<StoredType> All { get; } =
    [
        Of(nameof(Everything.Bool), "`bool`", Gen.Elements(true, false), true, false),
        Of<sbyte>(nameof(Everything.SByte), "`sbyte`", Any<sbyte>(), sbyte.MinValue, sbyte.MaxValue, 0, 1, -1),
        Of<byte>(nameof(Everything.Byte), "`byte`", Any<byte>(), byte.MinValue, byte.MaxValue, 1),
        Of<short>(nameof(Everything.Short), "`short`", Any<short>(), short.MinValue, short.MaxValue, 0, -1),
        Of<ushort>(nameof(Everything.UShort), "`ushort`", Any<ushort>(), ushort.MinValue, ushort.MaxValue, 1),
        Of(nameof(Everything.Int), "`int`", Any<int>(), int.MinValue, int.MaxValue, 0, 1, -1, 255, 256),
        Of(nameof(Everything.UInt), "`uint`", Any<uint>(), uint.MinValue, uint.MaxValue, 1u, 2_147_483_648u),
        Of(nameof(Everything.Long), "`long`", Between(long.MinValue / 2, long.MaxValue / 2), long.MinValue, long.MaxValue, 0L, -1L, 9_007_199_254_740_993L),
        Of(nameof(Everything.ULong), "`ulong`", Larges, ulong.MinValue, ulong.MaxValue, 1UL, 9_223_372_036_854_775_808UL),
        Of(nameof(Everything.Bits), "`ulong` in `bit(64)`", Larges, 0UL, 1UL, 9UL, 49UL, 255UL, ulong.MaxValue) with { Map = Typed("bit(64)") },
        // Connector/NET stores -0 as 0, and a change from the one to the other is none for EF Core's tracker: no row has it.
        Of(nameof(Everything.Float), "`float`", Any<float>().Where(number => number != 0 && Math.Abs(number) < 3e38f), 0f, 0.1f, -0.1f, 1f / 3, 16_777_217f, 1.1754944E-38f, 3.4028233E38f, -3.4028233E38f, 1E10f, 123456.789f) with
        {
            // FLOAT is compared as DOUBLE, so that SaveChanges does not find 0.1 again.
            Key = static (_, i) => i + 0.5f,
            Unfit = [float.NaN, float.PositiveInfinity],
        },
        Of(
            nameof(Everything.Double), "`double`", Any<double>().Where(number => number != 0 && double.IsFinite(number)),
            0d, 0.1, -1d / 3, 1e15, 1e16, 123456789012345680d, double.MaxValue, double.MinValue, 2.2250738585072014E-308, Math.PI) with { Unfit = [double.NaN, double.NegativeInfinity] },
        Of(nameof(Everything.Decimal), "`decimal`", Amounts, 0m, -0.0m, 1m, -1m, 0.5m, 99.99m, 0.0000005m, -0.0000005m, 2.6750005m, 999_999_999_999.999999m) with
        {
            Map = Precision(18, 6),
            Key = static (value, _) => decimal.Round((decimal)value, 6),
            Unfit = [1_000_000_000_000m, decimal.MinValue],
        },
        Of(
            nameof(Everything.LongDecimal), "`decimal(65,30)`", Amounts,
            decimal.MaxValue, decimal.MinValue, 0.0000000000000000000000000001m, -7.9228162514264337593543950335m, 1.0000000000000000000000000000m) with { Map = Precision(65, 30) },
        Of(nameof(Everything.Char), "`char`", Any<char>().Where(c => !char.IsSurrogate(c)), 'a', 'Ж', '\'', '\\', '"', ' ', '\0', '€') with
        {
            MapShort = Binary,
            Key = static (_, i) => (char)('!' + i),
        },
        Of(nameof(Everything.Text), "`string`", Text, Texts) with { MapShort = ShortText, Key = TextKey },
        Of(nameof(Everything.Name), "`string` in `varchar`", Text, Texts) with { Map = ShortText, Key = TextKey, Unfit = [new string('x', ShortLength + 1)] },
        Of(
            nameof(Everything.Json), "`string` in `json`", Text.Select(text => JsonSerializer.Serialize(new { text })),
            """{"a": "ü\"\\ 😀"}""", "[1, 2.50, null]", "null", "\"text\"", "{}", """{"b":1,"a":[true,false]}""", "12345678901234567890") with
        {
            Map = Typed("json"),
            Key = null,
            Unfit = ["no json", "{"],
        },
        Of<byte[]>(nameof(Everything.Bytes), "`byte[]`", Bytes, [1], [], [0], EveryByte, [0x27, 0x5c, 0, 0x22], [0xf0, 0x9f, 0x98, 0x80], [0xff, 0xfe]) with
        {
            MapShort = Typed(ShortBytes),
            Key = BytesKey,
        },
        Of<byte[]>(nameof(Everything.Hash), "`byte[]` in `varbinary`", Bytes, [1], [], [0], [0x27, 0x5c, 0, 0x22], [0xff, 0xfe]) with
        {
            Map = Typed(ShortBytes),
            Key = BytesKey,
            Unfit = [new byte[ShortLength + 1]],
        },
        Of(nameof(Everything.Guid), "`Guid`", Any<Guid>(), Guids),
        Of(nameof(Everything.GuidBytes), "`Guid` in `binary(16)`", Any<Guid>(), Guids) with { Map = Typed("binary(16)") },
        Of(nameof(Everything.DateTime), "`DateTime`", Ticks.Select(ticks => new DateTime(ticks)), Moments) with { Key = static (value, _) => Whole((DateTime)value, TimeSpan.TicksPerMicrosecond) },
        Of(nameof(Everything.Second), "`DateTime` in `datetime(0)`", Ticks.Select(ticks => new DateTime(ticks)), Moments) with
        {
            Map = Typed("datetime(0)"),
            Key = static (value, _) => Whole((DateTime)value, TimeSpan.TicksPerSecond),
        },
        Of(nameof(Everything.Ticks), "`DateTime` as ticks", Ticks.Select(ticks => new DateTime(ticks)), DateTime.UnixEpoch, Noon, DateTime.MinValue, DateTime.MaxValue) with { Map = As<long>() },
        Of(
            nameof(Everything.DateTimeOffset), "`DateTimeOffset`",
            Ticks.SelectMany(ticks => Gen.Choose(-14 * 60, 14 * 60).Select(minutes => new DateTimeOffset(ticks, TimeSpan.FromMinutes(minutes)))),
            new DateTimeOffset(Noon, TimeSpan.Zero), new(Noon.AddTicks(9_999_999), new(5, 30, 0)), new(Noon.AddTicks(5_000_001), new(-11, 0, 0)), new(Noon, new(14, 0, 0))) with
        {
            Key = static (value, _) => new DateTimeOffset(Whole(((DateTimeOffset)value).DateTime, TimeSpan.TicksPerMicrosecond), ((DateTimeOffset)value).Offset),
        },
        Of(
            nameof(Everything.DateOnly), "`DateOnly`", Ticks.Select(ticks => DateOnly.FromDateTime(new(ticks))),
            new DateOnly(2024, 2, 29), DateOnly.MinValue, DateOnly.MaxValue, new(1000, 1, 1), new(1582, 10, 10)),
        Of(
            nameof(Everything.TimeOnly), "`TimeOnly`", Between(0, TimeSpan.TicksPerDay - 20).Select(ticks => new TimeOnly(ticks)),
            new TimeOnly(1, 2, 3), TimeOnly.MinValue, new(23, 59, 59, 999, 999), new TimeOnly(1, 2, 3).Add(TimeSpan.FromTicks(5_000_001))) with
        {
            Key = static (value, _) => new TimeOnly(((TimeOnly)value).Ticks / TimeSpan.TicksPerMicrosecond * TimeSpan.TicksPerMicrosecond),
        },
        Of(
            nameof(Everything.TimeSpan), "`TimeSpan`", Between(-34 * TimeSpan.TicksPerDay, 34 * TimeSpan.TicksPerDay).Select(TimeSpan.FromTicks),
            TimeSpan.Zero, new(1, 2, 3), new(-1, -2, -3), TimeSpan.FromTicks(-1), TimeSpan.FromTicks(-10), TimeSpan.FromTicks(9_999_999), new(34, 22, 59, 59), new(-34, -22, -59, -59)) with
        {
            Key = static (value, _) => TimeSpan.FromTicks(((TimeSpan)value).Ticks / TimeSpan.TicksPerMicrosecond * TimeSpan.TicksPerMicrosecond),
            Unfit = [TimeSpan.FromHours(839), TimeSpan.FromDays(-100)],
        },
        Of(nameof(Everything.Level), "`enum`", Gen.Elements(Enum.GetValues<Level>()), Enum.GetValues<Level>()),
        Of(nameof(Everything.LevelText), "`enum` as text", Gen.Elements(Enum.GetValues<Level>()), [.. Enum.GetValues<Level>(), (Level)9]) with { Map = As<string>(), MapShort = ShortText },
        Of(nameof(Everything.Days), "`enum` of flags in a `byte`", Any<byte>().Select(number => (Days)number), Days.None, Days.Monday, Days.All, Days.Monday | Days.Sunday),
        Of(nameof(Everything.YesNo), "`bool` as a letter", Gen.Elements(true, false), true, false) with { Map = Converted(new BoolToStringConverter("N", "Y")), MapShort = ShortText },
        Of(nameof(Everything.Money), "struct as `decimal`", Amounts.Select(amount => new Money(decimal.Round(amount, 4))), new Money(1.2345m), new(-99_999.9m), new(0)) with
        {
            Map = Converted(new ValueConverter<Money, decimal>(static money => money.Amount, static amount => new(amount))) + Precision(18, 4),
        },
        Of(nameof(Everything.Tags), "class as text", Text.Select(text => new Tags(text)), [.. Texts.Select(text => new Tags(text))]) with
        {
            Map = Converted(new ValueConverter<Tags, string>(static tags => tags.Words, static words => new(words))),
            MapShort = ShortText,
            Key = static (value, i) => new Tags((string)TextKey(((Tags)value).Words, i)),
        },
        .. PluginTypes.All,
    ];

    /// <summary>Those of <see cref="Everything" />.</summary>
    public static IReadOnlyList<StoredType> Wide { get; } = [.. All.Where(static type => type.IsWide)];

    private static string ShortBytes => $"varbinary({ShortLength})";

    private static StoredType Of<T>(string property, string name, Gen<T> any, params T[] edges)
        where T : notnull
        => new(property, name, typeof(T), [.. edges.Cast<object>()], any.Select(value => (object)value));

    private static Gen<T> Any<T>() => ArbMap.Default.GeneratorFor<T>();

    // FsCheck chooses among 32 bits.
    private static Gen<long> Between(long lowest, long highest)
        => Gen.Choose(0, int.MaxValue).SelectMany(high => Gen.Choose(0, int.MaxValue).Select(low => lowest + (long)((((UInt128)(uint)high << 31) | (uint)low) * (UInt128)(highest - lowest) >> 62)));

    private static DateTime Whole(DateTime value, long ticks) => new(value.Ticks / ticks * ticks, value.Kind);

    // A number in front keeps texts apart that a collation treats as equal, and a dot at the end keeps spaces.
    private static object TextKey(object value, int i) => $"{i}{((string)value)[..Math.Min(((string)value).Length, 20)].TrimEnd('\ud83d')}.";

    private static object BytesKey(object value, int i) => (byte[])[(byte)i, .. ((byte[])value).Take(20)];

    private static Action<IMutableProperty> Typed(string storeType) => property => property.SetColumnType(storeType);

    private static Action<IMutableProperty> As<T>() => static property => property.SetProviderClrType(typeof(T));

    private static Action<IMutableProperty> Converted(ValueConverter converter) => property => property.SetValueConverter(converter);

    private static Action<IMutableProperty> Precision(int precision, int scale) => property =>
    {
        property.SetPrecision(precision);
        property.SetScale(scale);
    };

    private static void Binary(IMutableProperty property) => property.SetCollation("utf8mb4_bin");

    private static void ShortText(IMutableProperty property)
    {
        property.SetMaxLength(ShortLength);
        Binary(property);
    }
}
