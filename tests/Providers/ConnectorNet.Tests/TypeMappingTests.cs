using System.Data.Common;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>
/// Every value goes in by SaveChanges, as a converted value in a parameter, as the same in a prepared statement, and as a literal; it comes back the
/// same each time, and is found by a parameter and by a literal.
/// </summary>
public abstract class TypeMappingTests(ServerFixture server)
{
    [Fact]
    public Task Bool_round_trips() => RoundTrips<bool?>("tinyint(1)", true, false, null);

    [Fact]
    public Task Bool_as_bit_round_trips() => RoundTrips<bool?>("bit(1)", p => p.HasColumnType("bit(1)"), true, false, null);

    [Fact]
    public Task Sbyte_round_trips() => RoundTrips<sbyte?>("tinyint", sbyte.MinValue, sbyte.MaxValue, 0, 1, -1, null);

    [Fact]
    public Task Byte_round_trips() => RoundTrips<byte?>("tinyint unsigned", byte.MinValue, byte.MaxValue, 1, null);

    [Fact]
    public Task Short_round_trips() => RoundTrips<short?>("smallint", short.MinValue, short.MaxValue, 0, null);

    [Fact]
    public Task Ushort_round_trips() => RoundTrips<ushort?>("smallint unsigned", ushort.MinValue, ushort.MaxValue, null);

    [Fact]
    public Task Int_round_trips() => RoundTrips<int?>("int", int.MinValue, int.MaxValue, 0, null);

    [Fact]
    public Task Uint_round_trips() => RoundTrips<uint?>("int unsigned", uint.MinValue, uint.MaxValue, null);

    [Fact]
    public Task Long_round_trips() => RoundTrips<long?>("bigint", long.MinValue, long.MaxValue, 0, null);

    [Fact]
    public Task Ulong_round_trips() => RoundTrips<ulong?>("bigint unsigned", ulong.MinValue, ulong.MaxValue, null);

    [Fact]
    public Task Ulong_as_bits_round_trips() =>
        RoundTrips<ulong?>("bit(64)", p => p.HasColumnType("bit(64)"), ulong.MinValue, 0b1011, ulong.MaxValue, null);

    [Fact]
    public Task Int_as_year_round_trips() => RoundTrips<int?>("year", p => p.HasColumnType("year"), 1901, 2155, null);

    // The server itself prints six digits of a FLOAT.
    [Fact]
    public Task Float_of_six_digits_round_trips() => RoundTrips<float?>("float", 0f, 1.5f, -123.456f, 3.25e30f, 1.25e-30f, null);

    [Fact]
    public Task Double_round_trips() =>
        RoundTrips<double?>("double", 0d, 0.1, -1d / 3, double.MaxValue, double.MinValue, 2.2250738585072014E-308, null);

    [Fact]
    public Task Decimal_round_trips() =>
        RoundTrips<decimal?>("decimal(65,30)", 0m, decimal.MaxValue, decimal.MinValue, 1.0000000000000000000000000001m, null);

    [Fact]
    public Task Decimal_with_precision_round_trips() =>
        RoundTrips<decimal?>("decimal(10,4)", p => p.HasPrecision(10, 4), 0m, 123456.7891m, -999999.9999m, 0.0001m, null);

    [Fact]
    public Task Text_round_trips() => RoundTrips<string?>("longtext", [.. Texts]);

    [Fact]
    public Task Text_with_a_length_round_trips() => RoundTrips<string?>("varchar(200)", p => p.HasMaxLength(200), [.. Texts]);

    [Fact]
    public Task Text_of_a_fixed_length_round_trips() =>
        RoundTrips<string?>("char(8)", p => p.HasMaxLength(8).IsFixedLength(), "abc", "äöü€", "12345678", "", null);

    [Fact]
    public Task Text_as_long_as_a_guid_round_trips() =>
        RoundTrips<string?>("varchar(36)", p => p.HasMaxLength(36), new string('x', 36), "00112233-4455-6677-8899-aabbccddeeff", null);

    [Fact]
    public Task Text_as_a_fixed_guid_round_trips() =>
        RoundTrips<string?>("char(36)", p => p.HasMaxLength(36).IsFixedLength(), "00112233-4455-6677-8899-aabbccddeeff", null);

    [Fact]
    public Task Text_longer_than_a_varchar_may_be_becomes_longtext() =>
        RoundTrips<string?>("longtext", p => p.HasMaxLength(16_384), new string('é', 16_384));

    [Fact]
    public Task Json_round_trips() =>
        RoundTrips<string?>("json", p => p.HasColumnType("json"), whereEqual: false, """{"a": "ü\"\\"}""", "[1, 2]", null);

    [Fact]
    public Task Char_round_trips() => RoundTrips<char?>("varchar(1)", 'a', 'Ж', '\'', '\\', ' ', null);

    [Fact]
    public Task Bytes_round_trip() => RoundTrips<byte[]?>("longblob", [.. Bytes]);

    [Fact]
    public Task Bytes_with_a_length_round_trip() => RoundTrips<byte[]?>("varbinary(300)", p => p.HasMaxLength(300), [.. Bytes]);

    [Fact]
    public Task Bytes_of_a_fixed_length_round_trip() =>
        RoundTrips<byte[]?>("binary(4)", p => p.HasMaxLength(4).IsFixedLength(), new byte[] { 0, 39, 92, 255 }, null);

    [Fact]
    public Task Guid_round_trips() => RoundTrips<Guid?>("char(36)", [.. Guids]);

    [Fact]
    public Task Guid_as_bytes_round_trips() => RoundTrips<Guid?>("binary(16)", p => p.HasColumnType("binary(16)"), [.. Guids]);

    [Fact]
    public Task Guid_as_digits_round_trips() => RoundTrips<Guid?>("char(32)", p => p.HasColumnType("char(32)"), [.. Guids]);

    [Fact]
    public Task DateTime_round_trips() => RoundTrips<DateTime?>(
        "datetime(6)",
        new DateTime(1000, 1, 1),
        new DateTime(9999, 12, 31, 23, 59, 59).AddTicks(9_999_990),
        new DateTime(2024, 2, 29, 12, 34, 56).AddTicks(10),
        null);

    [Fact]
    public Task DateTime_without_fraction_round_trips() =>
        RoundTrips<DateTime?>("datetime(0)", p => p.HasPrecision(0), new DateTime(2024, 2, 29, 12, 34, 56), null);

    [Fact]
    public Task DateTime_as_timestamp_round_trips() =>
        RoundTrips<DateTime?>("timestamp(3)", p => p.HasColumnType("timestamp(3)"), new DateTime(2024, 2, 29, 12, 34, 56, 789), null);

    [Fact]
    public Task DateTime_as_date_round_trips() =>
        RoundTrips<DateTime?>("date", p => p.HasColumnType("date"), new DateTime(1000, 1, 1), new DateTime(9999, 12, 31), null);

    [Fact]
    public async Task DateTimeOffset_is_stored_as_utc()
    {
        await RoundTrips<DateTimeOffset?>(
            "datetime(6)",
            new DateTimeOffset(2024, 2, 29, 23, 30, 0, TimeSpan.FromHours(-5)),
            new DateTimeOffset(2024, 2, 29, 0, 30, 0, TimeSpan.FromHours(14)).AddTicks(1_234_560),
            null);

        await using TestDatabase database = await CellsAsync<DateTimeOffset>(p => p);
        await using ModelContext context = database.Context();
        context.Add(new Cell<DateTimeOffset> { Value = new DateTimeOffset(2024, 2, 29, 23, 30, 0, TimeSpan.FromHours(-5)) });
        await context.SaveChangesAsync(Token);
        Assert.Equal(
            new DateTime(2024, 3, 1, 4, 30, 0),
            await context.Database.SqlQuery<DateTime>($"SELECT `Value` FROM `Cells`").SingleAsync(Token));
    }

    [Fact]
    public Task DateOnly_round_trips() =>
        RoundTrips<DateOnly?>("date", new DateOnly(1000, 1, 1), new DateOnly(9999, 12, 31), new DateOnly(2024, 2, 29), null);

    [Fact]
    public Task TimeOnly_round_trips() =>
        RoundTrips<TimeOnly?>(
            "time(6)", TimeOnly.MinValue, new TimeOnly(23, 59, 59).Add(TimeSpan.FromTicks(9_999_990)), new TimeOnly(1, 2, 3, 4), null);

    [Fact]
    public Task TimeSpan_beyond_a_day_and_below_zero_round_trips() => RoundTrips<TimeSpan?>(
        "time(6)",
        TimeSpan.Zero,
        new TimeSpan(838, 59, 59),
        new TimeSpan(-838, -59, -59),
        new TimeSpan(0, 0, 0, 0, -1, -1),
        new TimeSpan(1, 2, 3, 4, 567),
        new TimeSpan(-1, -2, -3, -4, -567),
        null);

    // A prepared statement of Connector/NET loses microseconds where the milliseconds are zero (README), so this goes by SaveChanges alone.
    [Fact]
    public async Task TimeSpan_below_a_millisecond_round_trips()
    {
        await using TestDatabase database = await CellsAsync<TimeSpan>(p => p);
        await using ModelContext context = database.Context();
        context.Add(new Cell<TimeSpan> { Value = TimeSpan.FromTicks(-10) });
        await context.SaveChangesAsync(Token);
        Assert.Equal(TimeSpan.FromTicks(-10), await context.Set<Cell<TimeSpan>>().Select(c => c.Value).SingleAsync(Token));
    }

    [Fact]
    public Task Enum_round_trips() => RoundTrips<Color?>("int", Color.None, Color.Red, Color.Blue, null);

    [Fact]
    public Task Enum_as_text_round_trips() => RoundTrips<Color?>("longtext", p => p.HasConversion<string>(), Color.None, Color.Red, Color.Blue, null);

    [Fact]
    public Task A_custom_conversion_round_trips() => RoundTrips<Uri?>(
        "longtext", p => p.HasConversion(uri => uri!.ToString(), text => new Uri(text)), new Uri("https://example.com/ü?q='"), null);

    [Fact]
    public Task A_list_of_primitives_round_trips() => RoundTrips<List<int>?>("longtext", p => p, whereEqual: false, [1, 2, 3], [], null);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static IEnumerable<string?> Texts =>
    [
        "", " ", "plain", "it's", "'; DROP TABLE x; --", "back\\slash", "\\'", "tab\tline\r\nend", "nul\0inside", "äöüß€", "日本語",
        "emoji 😀👨‍👩‍👧",
        "%_?@p0 #`\"", "ends with a blank ", "ends with a backslash\\", null,
    ];

    private static IEnumerable<byte[]?> Bytes => [[], [0], [39, 92, 34, 96], Enumerable.Range(0, 256).Select(i => (byte)i).ToArray(), null];

    private static IEnumerable<Guid?> Guids => [Guid.Empty, Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"), Guid.NewGuid(), null];

    private Task RoundTrips<T>(string storeType, params T[] values) => RoundTrips(storeType, p => p, whereEqual: true, values);

    private Task RoundTrips<T>(string storeType, Func<PropertyBuilder<T>, PropertyBuilder> configure, params T[] values) =>
        RoundTrips(storeType, configure, whereEqual: true, values);

    private async Task RoundTrips<T>(string storeType, Func<PropertyBuilder<T>, PropertyBuilder> configure, bool whereEqual, params T[] values)
    {
        await using TestDatabase database = await CellsAsync(configure);
        await using (ModelContext context = database.Context())
        {
            RelationalTypeMapping mapping =
                context.Model.FindEntityType(typeof(Cell<T>))!.FindProperty("Value")!.GetRelationalTypeMapping();
            Assert.Equal(storeType, mapping.StoreType);
            foreach (T value in values)
            {
                context.Add(new Cell<T> { Value = value });
                await context.SaveChangesAsync(Token);
                await InsertConvertedAsync(context, mapping, value, prepare: false);
                await InsertConvertedAsync(context, mapping, value, prepare: true);
#pragma warning disable EF1002 // the literal is what is tested
                await context.Database.ExecuteSqlRawAsync(
                    $"INSERT INTO `Cells` (`Value`) VALUES ({mapping.GenerateSqlLiteral(value).Replace("{", "{{").Replace("}", "}}")})",
                    Token);
#pragma warning restore EF1002
            }
        }

        await using ModelContext reading = database.Context();
        List<T> stored = await reading.Set<Cell<T>>().OrderBy(c => c.Id).Select(c => c.Value).ToListAsync(Token);
        Assert.Equal(values.SelectMany(v => new[] { v, v, v, v }), stored);
        if (whereEqual)
        {
            await FindsAsync(reading, values);
        }
    }

    private static async Task FindsAsync<T>(ModelContext context, T[] values)
    {
        foreach (T value in values)
        {
            IQueryable<Cell<T>> cells = context.Set<Cell<T>>();
            // A FLOAT column equals no decimal text but the roundest ones.
            if (value is float)
            {
                continue;
            }

            Assert.Contains(value, await cells.Where(c => c.Value!.Equals(value)).Select(c => c.Value).ToListAsync(Token));
            Expression<Func<Cell<T>, bool>> isValue = c => c.Value!.Equals(EF.Constant(value));
            Assert.Contains(value, await cells.Where(isValue).Select(c => c.Value).ToListAsync(Token));
        }
    }

    private static async Task InsertConvertedAsync<T>(ModelContext context, RelationalTypeMapping mapping, T value, bool prepare)
    {
        await context.Database.OpenConnectionAsync(Token);
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = "INSERT INTO `Cells` (`Value`) VALUES (@value)";
        DbParameter parameter = command.CreateParameter();
        parameter.ParameterName = "@value";
        parameter.Value = (mapping.Converter is { } converter ? converter.ConvertToProvider(value) : value) ?? DBNull.Value;
        command.Parameters.Add(parameter);
        if (prepare)
        {
            await command.PrepareAsync(Token);
        }

        await command.ExecuteNonQueryAsync(Token);
        // Disposed before the close: Connector/NET throws when a prepared command outlives its connection.
        await command.DisposeAsync();
        await context.Database.CloseConnectionAsync();
    }

    private Task<TestDatabase> CellsAsync<T>(Func<PropertyBuilder<T>, PropertyBuilder> configure) => TestDatabase.CreateAsync(
        server,
        model => model.Entity<Cell<T>>(cell =>
        {
            cell.ToTable("Cells");
            configure(cell.Property(c => c.Value));
        }));
}
