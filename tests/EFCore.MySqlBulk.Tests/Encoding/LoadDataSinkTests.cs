using System.Diagnostics;
using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Pipeline.Wire;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Encoding;

public sealed class LoadDataSinkTests
{
    private static readonly Config Many = Config.QuickThrowOnFailure.WithMaxTest(1_000);

    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("", "")]
    [InlineData("a\tb\nc\\d\0e", "a\\\tb\\\nc\\\\d\\0e")]
    [InlineData("\\N", "\\\\N")]
    [InlineData("\r'\"\u001a", "\r'\"\u001a")]
    [InlineData("ä\t😀", "ä\\\t😀")]
    public void Text_has_a_backslash_before_what_would_end_it(string text, string written) => Assert.Equal(written, Written(sink => sink.Write(text)));

    [Fact]
    public void Any_text_is_read_as_it_was()
        => Prop.ForAll<NonNull<string>>(text =>
        {
            string utf8 = System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(text.Get));
            return Read(Written(sink => sink.Write(text.Get))) == utf8;
        }).Check(Many);

    [Fact]
    public void Text_of_megabytes_is_escaped_too()
    {
        string text = new('\\', 3 << 20);
        Assert.Equal(text + text, Written(sink => sink.Write(text)));
    }

    [Theory]
    [InlineData("sv-SE")]
    [InlineData("ar-SA")]
    public void Values_are_the_same_in_every_culture(string culture)
    {
        using CultureScope scope = new(culture);
        Assert.Equal(
            "1\t-128\t255\t-32768\t65535\t-2147483648\t4294967295\t-9223372036854775808\t18446744073709551615\t-1234.5600\t-0.1\t0.10000000149011612\tx\n",
            Written(sink =>
            {
                sink.Write(true);
                Next(sink, s => s.Write(sbyte.MinValue), s => s.Write(byte.MaxValue), s => s.Write(short.MinValue), s => s.Write(ushort.MaxValue), s => s.Write(int.MinValue), s => s.Write(uint.MaxValue));
                Next(sink, s => s.Write(long.MinValue), s => s.Write(ulong.MaxValue), s => s.Write(-1234.5600m), s => s.Write(-0.1), s => s.Write(0.1f), s => s.Write('x'));
                sink.EndRow();
            }));
        Assert.Equal(
            "\\N\t2024-02-29 23:59:59.123456\t2024-02-29\t-101:02:03.000004\t00FF0A\t0\n",
            Written(sink =>
            {
                sink.Null();
                Next(sink, s => s.Write(new DateTime(2024, 2, 29, 23, 59, 59).AddTicks(1_234_567)), s => s.Write(new DateOnly(2024, 2, 29)), s => s.Write(-new TimeSpan(0, 101, 2, 3, 0, 4)), s => s.Write([0, 255, 10]), s => s.Write(false));
                sink.EndRow();
            }));
        Guid id = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");
        Assert.Equal("00112233-4455-6677-8899-aabbccddeeff", Written(sink => sink.WriteGuidText(id)));
        Assert.Equal("00112233445566778899aabbccddeeff", Written(sink => sink.WriteGuidDigits(id)));
    }

    [Fact]
    public void Any_double_can_be_read_back_to_its_last_bit()
    {
        Prop.ForAll(ArbMap.Default.ArbFor<double>(), value => !double.IsFinite(value) || IsReadBack(value)).Check(Many);
        Prop.ForAll(ArbMap.Default.ArbFor<long>(), hundredths => IsReadBack(hundredths / 100.0) && IsReadBack(Math.BitDecrement(hundredths / 100.0)) && IsReadBack(hundredths)).Check(Many);
        Assert.All([0.0, -0.0, 0.07, -0.5, 1.005, 1e13, 1e15, -1e22, 11258999068426.23, 11258999068426.25, double.Epsilon, double.MaxValue], value => Assert.True(IsReadBack(value)));
        Assert.Equal("212.25\t0.5\t-3\t0.07", Written(sink =>
        {
            sink.Write(212.25);
            Next(sink, s => s.Write(0.5), s => s.Write(-3.0), s => s.Write(0.07));
        }));

        static bool IsReadBack(double value)
            => BitConverter.DoubleToInt64Bits(double.Parse(Written(sink => sink.Write(value)), CultureInfo.InvariantCulture)) == BitConverter.DoubleToInt64Bits(value);
    }

    [Fact]
    public void What_a_file_cannot_carry_is_refused()
    {
        Assert.Throws<RowValueException>(() => Written(sink => sink.Write(double.NaN)));
        Assert.Throws<RowValueException>(() => Written(sink => sink.Write(float.PositiveInfinity)));
        Assert.Throws<RowValueException>(() => Written(sink => sink.Write(TimeSpan.FromHours(839))));
        Assert.Throws<UnreachableException>(() => Written(sink => sink.Default()));
    }

    private static void Next(LoadDataSink sink, params ReadOnlySpan<Action<LoadDataSink>> values)
    {
        foreach (Action<LoadDataSink> value in values)
        {
            sink.Separator();
            value(sink);
        }
    }

    private static string Written(Action<LoadDataSink> write)
    {
        using PacketBuffer packet = new();
        packet.Begin();
        write(new(packet));
        return System.Text.Encoding.UTF8.GetString(packet.Written.Span[^packet.PacketLength..]);
    }

    // As the server reads a field.
    private static string Read(string field)
    {
        System.Text.StringBuilder text = new();
        for (int i = 0; i < field.Length; i++)
        {
            if (field[i] is '\t' or '\n')
                throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"The field ends at {i}."));
            text.Append(field[i] != '\\' ? field[i] : field[++i] == '0' ? '\0' : field[i]);
        }

        return text.ToString();
    }
}
