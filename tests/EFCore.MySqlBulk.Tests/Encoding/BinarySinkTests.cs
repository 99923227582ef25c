using System.Diagnostics;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Tests.Model;
using EFCore.MySqlBulk.Tests.Pipeline;
using FsCheck;
using FsCheck.Fluent;
using static System.Globalization.CultureInfo;

namespace EFCore.MySqlBulk.Tests.Encoding;

public sealed class BinarySinkTests
{
    private static readonly Config Many = Config.QuickThrowOnFailure.WithMaxTest(1_000);

    public static TheoryData<string, bool> Numbers => new()
    {
        { "sv-SE", true },
        { "ar-SA", false },
    };

    [Fact]
    public void Every_kind_but_Other_has_a_type()
    {
        foreach (ValueKind kind in Enum.GetValues<ValueKind>().Where(kind => kind != ValueKind.Other))
            Assert.NotEqual(default, BinarySink.TypeOf(kind));
        Assert.Equal("Only the driver can send the column's values.", Assert.Throws<UnreachableException>(() => BinarySink.TypeOf(ValueKind.Other)).Message);
    }

    [Fact]
    public void Integers_keep_their_bits()
    {
        Assert.Equal("1", Sent(ValueKind.Boolean, s => s.Write(true)));
        Assert.Equal("0", Sent(ValueKind.Boolean, s => s.Write(false)));
        Assert.Equal("-128", Sent(ValueKind.SByte, s => s.Write(sbyte.MinValue)));
        Assert.Equal("255", Sent(ValueKind.Byte, s => s.Write(byte.MaxValue)));
        Assert.Equal("-32768", Sent(ValueKind.Int16, s => s.Write(short.MinValue)));
        Assert.Equal("65535", Sent(ValueKind.UInt16, s => s.Write(ushort.MaxValue)));
        Assert.Equal("-2147483648", Sent(ValueKind.Int32, s => s.Write(int.MinValue)));
        Assert.Equal("4294967295", Sent(ValueKind.UInt32, s => s.Write(uint.MaxValue)));
        Assert.Equal("-9223372036854775808", Sent(ValueKind.Int64, s => s.Write(long.MinValue)));
        Assert.Equal("18446744073709551615", Sent(ValueKind.UInt64, s => s.Write(ulong.MaxValue)));
    }

    [Theory]
    [MemberData(nameof(Numbers))]
    public void Numbers_and_dates_are_the_same_in_every_culture(string culture, bool negative)
    {
        using CultureScope scope = new(culture);
        decimal value = negative ? -1234.5600m : 1234.5600m;
        Assert.Equal(negative ? "-1234.5600" : "1234.5600", Sent(ValueKind.Decimal, s => s.Write(value)));
        Assert.Equal("2024-02-29", Sent(ValueKind.DateOnly, s => s.Write(new DateOnly(2024, 2, 29))));
    }

    [Fact]
    public void Any_decimal_double_and_float_can_be_read_back()
    {
        Prop.ForAll(ArbMap.Default.ArbFor<decimal>(), v => Sent(ValueKind.Decimal, s => s.Write(v)) == v.ToString(InvariantCulture)).Check(Many);
        Prop.ForAll(ArbMap.Default.ArbFor<double>(), v => !double.IsFinite(v) || Sent(ValueKind.Double, s => s.Write(v)) == v.ToString("R", InvariantCulture)).Check(Many);
        Prop.ForAll(ArbMap.Default.ArbFor<float>(), v => !float.IsFinite(v) || Sent(ValueKind.Single, s => s.Write(v)) == v.ToString("R", InvariantCulture)).Check(Many);
        Assert.Equal("-79228162514264337593543950335", Sent(ValueKind.Decimal, s => s.Write(decimal.MinValue)));
        Assert.Equal("-0.0000000000000000000000000001", Sent(ValueKind.Decimal, s => s.Write(-0.0000000000000000000000000001m)));
    }

    [Fact]
    public void A_value_that_is_not_a_number_is_refused()
    {
        Assert.Equal("MySQL and MariaDB cannot store NaN.", Refused(ValueKind.Double, s => s.Write(double.NaN)));
        Assert.Equal("MySQL and MariaDB cannot store -Infinity.", Refused(ValueKind.Double, s => s.Write(double.NegativeInfinity)));
        Assert.Equal("MySQL and MariaDB cannot store Infinity.", Refused(ValueKind.Single, s => s.Write(float.PositiveInfinity)));

        static string Refused(ValueKind kind, Action<BinarySink> write) => Assert.Throws<RowValueException>(() => Sent(kind, write)).Message;
    }

    [Fact]
    public void Any_moment_is_sent_to_the_microsecond() => Prop.ForAll(ArbMap.Default.ArbFor<DateTime>(), Gen.Choose(0, 9_999_999).ToArbitrary(), (day, ticks) =>
    {
        DateTime value = day.Date.AddTicks(day.TimeOfDay.Ticks - (day.TimeOfDay.Ticks % TimeSpan.TicksPerSecond) + ticks);
        string text = value.ToString("yyyy-MM-dd HH:mm:ss.ffffff", InvariantCulture);
        if (text.EndsWith(".000000", StringComparison.Ordinal))
            text = text[..^7];
        if (text.EndsWith(" 00:00:00", StringComparison.Ordinal))
            text = text[..^9];
        return Sent(ValueKind.DateTime, s => s.Write(value)) == text;
    }).Check(Many);

    [Fact]
    public void A_moment_with_an_offset_goes_as_UTC()
        => Assert.Equal("2024-01-01 22:30:00.000001", Sent(ValueKind.DateTimeOffset, s => s.Write(new DateTimeOffset(2024, 1, 2, 0, 30, 0, TimeSpan.FromHours(2)).AddTicks(19))));

    [Theory]
    [InlineData("00:00:00", "0")]
    [InlineData("00:00:00.0000009", "0")]
    [InlineData("-00:00:00.0000009", "0")]
    [InlineData("00:00:01", "0d 00:00:01")]
    [InlineData("-00:00:00.000001", "-0d 00:00:00.000001")]
    [InlineData("34.22:59:59.9999999", "34d 22:59:59.999999")]
    [InlineData("-34.22:59:59", "-34d 22:59:59")]
    [InlineData("2.00:00:00", "2d 00:00:00")]
    public void A_time_keeps_sign_days_and_microseconds(string value, string expected)
        => Assert.Equal(expected, Sent(ValueKind.TimeSpan, s => s.Write(TimeSpan.Parse(value, InvariantCulture))));

    [Fact]
    public void The_longest_times_do_not_overflow()
    {
        Assert.Throws<RowValueException>(() => Sent(ValueKind.TimeSpan, s => s.Write(TimeSpan.MaxValue)));
        Assert.Throws<RowValueException>(() => Sent(ValueKind.TimeSpan, s => s.Write(TimeSpan.MinValue)));
        Assert.Equal("0d 23:59:59.999999", Sent(ValueKind.TimeOnly, s => s.Write(TimeOnly.MaxValue)));
    }

    [Fact]
    public void Texts_GUIDs_and_bytes_are_sent_as_they_are()
    {
        Guid guid = new("00112233-4455-6677-8899-AABBCCDDEEFF");
        Assert.Equal("ß'\\\0😀", Sent(ValueKind.Text, s => s.Write("ß'\\\0😀")));
        Assert.Equal("中", Sent(ValueKind.Char, s => s.Write('中')));
        Assert.Equal("", Sent(ValueKind.Text, s => s.Write("")));
        Assert.Equal("00112233-4455-6677-8899-aabbccddeeff", Sent(ValueKind.GuidText, s => s.WriteGuidText(guid)));
        Assert.Equal("00112233445566778899aabbccddeeff", Sent(ValueKind.GuidDigits, s => s.WriteGuidDigits(guid)));
        Assert.Equal("0001FF", Sent(ValueKind.Binary, s => s.Write(new byte[] { 0, 1, 255 })));
        Assert.Null(Sent(ValueKind.Text, s => s.Null()));
    }

    [Fact]
    public void A_default_is_not_a_value()
        => Assert.Equal("A parameter cannot carry DEFAULT.", Assert.Throws<UnreachableException>(() => Sent(ValueKind.Text, s => s.Default())).Message);

    [Fact]
    public void A_value_that_only_the_driver_can_send_is_refused()
        => Assert.Equal(
            "A value of type System.Version was not expected: only the driver can send it.",
            Assert.Throws<UnreachableException>(
                () => Sent(ValueKind.Text, s => s.WriteOther(new ValueMap(new PlainMapping(typeof(Version)), typeof(Version), true), new Version(1, 0)))).Message);

    [Fact]
    public void A_NULL_and_the_longest_value_are_remembered_until_the_rewind()
    {
        using PacketBuffer packet = new();
        PreparedStatement statement = new([BinarySink.TypeOf(ValueKind.Text), BinarySink.TypeOf(ValueKind.Binary), BinarySink.TypeOf(ValueKind.Binary)]);
        ParameterWriter writer = new(packet);
        BinarySink sink = new(writer);
        writer.Begin(statement.Types, ComStmtExecute.Write(packet, statement, default));
        sink.Write("äöü");
        Assert.InRange(sink.Longest, 6, 20);
        sink.Write(new byte[100]);
        Assert.Equal((100, false), (sink.Longest, sink.HasNull));
        sink.Null();
        Assert.Equal((100, true), (sink.Longest, sink.HasNull));
        sink.Rewind();
        Assert.Equal((0, false), (sink.Longest, sink.HasNull));
    }

    private static string? Sent(ValueKind kind, Action<BinarySink> write)
    {
        PreparedStatement statement = new([BinarySink.TypeOf(kind)]);
        using PacketBuffer packet = new();
        ParameterWriter writer = new(packet);
        writer.Begin(statement.Types, ComStmtExecute.Write(packet, statement, default));
        write(new BinarySink(writer));
        writer.EndRow();
        return new ExecuteDecoder(packet.Written.ToArray(), 1).Decode()[0];
    }
}
