using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Tests.Model;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>The exact text of every literal, in every culture with its own format for numbers or dates.</summary>
public sealed class LiteralSinkTests
{
    private static readonly Guid Guid = new("0123ABCD-4567-89ab-cdef-0123456789AB");

    public static TheoryData<string> Cultures => CultureScope.Names;

    [Theory]
    [MemberData(nameof(Cultures))]
    public void Integers(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal("1", Written(s => s.Write(true)));
        Assert.Equal("0", Written(s => s.Write(false)));
        Assert.Equal("-128,127", Written(s => s.Write(sbyte.MinValue), s => s.Write(sbyte.MaxValue)));
        Assert.Equal("0,255", Written(s => s.Write(byte.MinValue), s => s.Write(byte.MaxValue)));
        Assert.Equal("-32768,32767", Written(s => s.Write(short.MinValue), s => s.Write(short.MaxValue)));
        Assert.Equal("0,65535", Written(s => s.Write(ushort.MinValue), s => s.Write(ushort.MaxValue)));
        Assert.Equal("-2147483648,0,2147483647", Written(s => s.Write(int.MinValue), s => s.Write(0), s => s.Write(int.MaxValue)));
        Assert.Equal("0,4294967295", Written(s => s.Write(uint.MinValue), s => s.Write(uint.MaxValue)));
        Assert.Equal("-9223372036854775808,9223372036854775807", Written(s => s.Write(long.MinValue), s => s.Write(long.MaxValue)));
        Assert.Equal("0,18446744073709551615", Written(s => s.Write(ulong.MinValue), s => s.Write(ulong.MaxValue)));
    }

    [Theory]
    [MemberData(nameof(Cultures))]
    public void A_double_always_has_an_exponent_so_that_it_is_no_decimal(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal("0E0,-0E0", Written(s => s.Write(0d), s => s.Write(-0d)));
        Assert.Equal("1.25E0,-1234567.5E0", Written(s => s.Write(1.25), s => s.Write(-1234567.5)));
        Assert.Equal("0.1E0,0.30000000000000004E0", Written(s => s.Write(0.1), s => s.Write(0.1 + 0.2)));
        Assert.Equal("1E+300,1E-05", Written(s => s.Write(1e300), s => s.Write(1e-5)));
        Assert.Equal("1.7976931348623157E+308,-1.7976931348623157E+308", Written(s => s.Write(double.MaxValue), s => s.Write(double.MinValue)));
        Assert.Equal("5E-324", Written(s => s.Write(double.Epsilon)));
    }

    [Fact]
    public void Every_power_of_ten_is_written_in_full()
    {
        for (int exponent = -323; exponent <= 308; exponent++)
        {
            double value = double.Parse($"-1.2345678901234567E{exponent}", CultureInfo.InvariantCulture);
            Assert.Equal(value, double.Parse(Written(s => s.Write(value)), CultureInfo.InvariantCulture));
        }
    }

    [Theory]
    [MemberData(nameof(Cultures))]
    public void A_float_goes_as_the_double_that_it_is(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal("0.10000000149011612E0", Written(s => s.Write(0.1f)));
        Assert.Equal("16777216E0,-1.5E0", Written(s => s.Write(16777216f), s => s.Write(-1.5f)));
        Assert.Equal("3.4028234663852886E+38", Written(s => s.Write(float.MaxValue)));
    }

    [Theory]
    [InlineData(double.NaN, "NaN")]
    [InlineData(double.PositiveInfinity, "Infinity")]
    [InlineData(double.NegativeInfinity, "-Infinity")]
    public void A_value_that_is_not_a_number_is_refused(double value, string name)
    {
        string message = $"MySQL and MariaDB cannot store {name}.";
        Assert.Equal(message, Assert.Throws<RowValueException>(() => Written(s => s.Write(value))).Message);
        Assert.Equal(message, Assert.Throws<RowValueException>(() => Written(s => s.Write((float)value))).Message);
    }

    [Theory]
    [MemberData(nameof(Cultures))]
    public void A_decimal_keeps_its_scale(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal("0,1.50,-0.05", Written(s => s.Write(0m), s => s.Write(1.50m), s => s.Write(-0.05m)));
        Assert.Equal("79228162514264337593543950335", Written(s => s.Write(decimal.MaxValue)));
        Assert.Equal("-79228162514264337593543950335", Written(s => s.Write(decimal.MinValue)));
        Assert.Equal("-0.0000000000000000000000000001", Written(s => s.Write(-0.0000000000000000000000000001m)));
    }

    [Theory]
    [MemberData(nameof(Cultures))]
    public void Dates_and_times(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal("'0001-01-01 00:00:00.000000'", Written(s => s.Write(DateTime.MinValue)));
        Assert.Equal("'9999-12-31 23:59:59.999999'", Written(s => s.Write(DateTime.MaxValue)));
        Assert.Equal("'2024-02-29 01:02:03.004005'", Written(s => s.Write(new DateTime(2024, 2, 29, 1, 2, 3, 4, 5))));
        Assert.Equal("'2024-02-29 01:02:03.000000'", Written(s => s.Write(new DateTime(2024, 2, 29, 1, 2, 3, DateTimeKind.Utc))));
        Assert.Equal("'2024-03-01 22:30:00.000000'", Written(s => s.Write(new DateTimeOffset(2024, 3, 2, 0, 30, 0, TimeSpan.FromHours(2)))));
        Assert.Equal("'0001-01-01','9999-12-31'", Written(s => s.Write(DateOnly.MinValue), s => s.Write(DateOnly.MaxValue)));
        Assert.Equal("'00:00:00.000000','23:59:59.999999'", Written(s => s.Write(TimeOnly.MinValue), s => s.Write(TimeOnly.MaxValue)));
    }

    [Theory]
    [MemberData(nameof(Cultures))]
    public void Time_spans(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal("'00:00:00.000000'", Written(s => s.Write(TimeSpan.Zero)));
        Assert.Equal("'00:00:00.000001','-00:00:00.000001'", Written(s => s.Write(TimeSpan.FromMicroseconds(1)), s => s.Write(TimeSpan.FromMicroseconds(-1))));
        Assert.Equal("'838:59:59.000000','-838:59:59.000000'", Written(s => s.Write(new TimeSpan(838, 59, 59)), s => s.Write(-new TimeSpan(838, 59, 59))));
        Assert.Equal("'99:00:00.000000','100:00:00.000000'", Written(s => s.Write(TimeSpan.FromHours(99)), s => s.Write(TimeSpan.FromHours(100))));
        foreach (TimeSpan time in (TimeSpan[])[TimeSpan.MaxValue, TimeSpan.MinValue, TimeSpan.FromHours(839), -TimeSpan.FromHours(839)])
            Assert.Throws<RowValueException>(() => Written(s => s.Write(time)));
    }

    [Fact]
    public void The_seventh_digit_is_cut_never_rounded()
    {
        Assert.Equal("'2024-01-01 00:00:00.000000'", Written(s => s.Write(new DateTime(2024, 1, 1).AddTicks(9))));
        Assert.Equal("'2024-01-01 23:59:59.999999'", Written(s => s.Write(new DateTime(2024, 1, 2).AddTicks(-1))));
        Assert.Equal("'00:00:00.123456','-00:00:00.123456'", Written(s => s.Write(TimeSpan.FromTicks(1_234_567)), s => s.Write(TimeSpan.FromTicks(-1_234_567))));
        Assert.Equal("'00:00:00.123456'", Written(s => s.Write(new TimeOnly(1_234_569))));
    }

    [Theory]
    [InlineData(1, "'01:00:00.000000'")]
    [InlineData(10, "'10:00:00.000000'")]
    [InlineData(100, "'100:00:00.000000'")]
    [InlineData(838, "'838:00:00.000000'")]
    public void Hours_have_as_many_digits_as_they_need(int hours, string text) => Assert.Equal(text, Written(s => s.Write(new TimeSpan(hours, 0, 0))));

    [Fact]
    public void Guids()
    {
        Assert.Equal("'0123abcd-4567-89ab-cdef-0123456789ab'", Written(s => s.WriteGuidText(Guid)));
        Assert.Equal("'0123abcd456789abcdef0123456789ab'", Written(s => s.WriteGuidDigits(Guid)));
        Assert.Equal("_utf8mb4'0123abcd-4567-89ab-cdef-0123456789ab'", InList(s => s.WriteGuidText(Guid)));
        Assert.Equal("_utf8mb4'0123abcd456789abcdef0123456789ab'", InList(s => s.WriteGuidDigits(Guid)));
    }

    [Fact]
    public void Binary_values_may_be_empty()
    {
        Assert.Equal("X''", Written(s => s.Write(Array.Empty<byte>())));
        Assert.Equal("X'00015C27FF'", Written(s => s.Write([0, 1, 0x5C, 0x27, 0xFF])));
        Assert.Equal("_binary X'0A'", InList(s => s.Write([10])));
    }

    [Theory]
    [InlineData("", "''")]
    [InlineData("plain", "'plain'")]
    [InlineData("O'Brien", "'O''Brien'")]
    [InlineData("'", "''''")]
    [InlineData("'';--", "''''';--'")]
    [InlineData("\"double\"", "'\"double\"'")]
    [InlineData("%_?@b0", "'%_?@b0'")]
    [InlineData("line\r\nbreak\t\u001A", "'line\r\nbreak\t\u001A'")]
    [InlineData("näme 😀", "'näme 😀'")]
    [InlineData("a\\b", "_utf8mb4 X'615C62'")]
    [InlineData("\\", "_utf8mb4 X'5C'")]
    [InlineData("\0", "_utf8mb4 X'00'")]
    [InlineData("it's\\", "_utf8mb4 X'697427735C'")]
    [InlineData("ü\\", "_utf8mb4 X'C3BC5C'")]
    public void Text_means_the_same_in_every_sql_mode(string text, string literal) => Assert.Equal(literal, Written(s => s.Write(text)));

    [Theory]
    [InlineData("", "_utf8mb4''")]
    [InlineData("O'Brien", "_utf8mb4'O''Brien'")]
    [InlineData("😀", "_utf8mb4'😀'")]
    [InlineData("a\\b", "_utf8mb4 X'615C62'")]
    public void Text_of_a_derived_list_names_its_character_set(string text, string literal) => Assert.Equal(literal, InList(s => s.Write(text)));

    [Theory]
    [InlineData("plain", "'plain'")]
    [InlineData("ü", "_utf8mb4 X'C3BC'")]
    [InlineData("😀'", "_utf8mb4 X'F09F988027'")]
    public void Text_beyond_ASCII_goes_in_hexadecimal_where_the_client_is_not_utf8mb4(string text, string literal)
    {
        using LiteralSink sink = new(textIsUtf8: false, derivedList: false);
        sink.Write(text);
        Assert.Equal(literal, sink.ToString());
    }

    [Theory]
    [InlineData('a', "'a'")]
    [InlineData('\'', "''''")]
    [InlineData('\\', "_utf8mb4 X'5C'")]
    [InlineData('\0', "_utf8mb4 X'00'")]
    [InlineData('€', "'€'")]
    public void A_character_is_a_text(char value, string literal) => Assert.Equal(literal, Written(s => s.Write(value)));

    [Fact]
    public void Keywords() => Assert.Equal("NULL,DEFAULT", Written(s => s.Null(), s => s.Default()));

    [Fact]
    public void Values_that_only_the_mapping_knows_become_parameters()
    {
        ColumnMap column = Maps.Of<Row>().Column("Text");
        using LiteralSink sink = new(true, false);
        sink.WriteOther(column, "one");
        sink.Separator();
        sink.WriteOther(column, null);
        sink.Separator();
        sink.WriteOther(column, "two");
        Assert.Equal("@b0,NULL,@b1", sink.ToString());
        Assert.Equal(["one", "two"], sink.Others.Select(o => (string)o.Value));
    }

    [Fact]
    public void A_rollback_leaves_no_trace()
    {
        ColumnMap column = Maps.Of<Row>().Column("Text");
        using LiteralSink sink = new(true, false);
        sink.Write("ä");
        sink.WriteOther(column, "kept");
        LiteralMark mark = sink.Mark();
        int bytes = sink.ByteCount;
        sink.Write("ööö");
        sink.WriteOther(column, "gone");
        sink.Rollback(mark);
        Assert.Equal(("'ä'@b0", bytes), (sink.ToString(), sink.ByteCount));
        Assert.Equal("kept", Assert.Single(sink.Others).Value);
        sink.WriteOther(column, "next");
        Assert.Equal("'ä'@b0@b1", sink.ToString());
    }

    [Fact]
    public void A_cleared_sink_starts_anew()
    {
        using LiteralSink sink = new(true, false);
        sink.Write("ä");
        sink.WriteOther(Maps.Of<Row>().Column("Text"), "gone");
        sink.Clear();
        Assert.Equal(("", 0, 0, 0), (sink.ToString(), sink.ByteCount, sink.Length, sink.Others.Count));
    }

    [Fact]
    public void The_buffer_grows_with_what_it_is_given()
    {
        string text = new('x', 100_000);
        Assert.Equal($"'{text}',X'{new string('0', 200_000)}',1", Written(s => s.Write(text), s => s.Write(new byte[100_000]), s => s.Write(1)));
    }

    [Fact]
    public void A_value_may_begin_at_any_place_of_the_buffer()
    {
        string ones = new('1', 300);
        string quotes = new('\'', 150);
        for (int place = 16_384 - 310; place <= 16_384; place++)
        {
            string before = new('x', place);
            Assert.Equal(before + "X'" + ones + "'", Written(s => s.Sql(before), s => s.Write(Enumerable.Repeat((byte)0x11, 150).ToArray())).Remove(place, 1));
            Assert.Equal(before + "'" + ones + "'", Written(s => s.Sql(before), s => s.Write(ones)).Remove(place, 1));
            Assert.Equal(before + "'" + quotes + quotes + "'", Written(s => s.Sql(before), s => s.Write(quotes)).Remove(place, 1));
        }
    }

    private static string Written(params Action<LiteralSink>[] values) => Written(false, values);

    private static string InList(params Action<LiteralSink>[] values) => Written(true, values);

    private static string Written(bool derivedList, Action<LiteralSink>[] values)
    {
        using LiteralSink sink = new(textIsUtf8: true, derivedList);
        for (int i = 0; i < values.Length; i++)
        {
            if (i > 0)
                sink.Separator();
            values[i](sink);
        }

        Assert.Equal(System.Text.Encoding.UTF8.GetByteCount(sink.ToString()), sink.ByteCount);
        return sink.ToString();
    }

    private sealed class Row
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";
    }
}
