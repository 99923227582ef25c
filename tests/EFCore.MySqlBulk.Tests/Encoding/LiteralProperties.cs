using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>Properties that hold for every value.</summary>
public sealed class LiteralProperties
{
    private static readonly Config Many = Config.QuickThrowOnFailure.WithMaxTest(2_000);

    /// <summary>Strings with the characters that matter to the writer, lone surrogates included.</summary>
    private static readonly Arbitrary<string> Texts = Gen.OneOf(
        Gen.Elements('\'', '\\', '\0', '"', '`', 'a', 'ß', '€', '\u4E2D', '\uD83D', '\uDE00'), Gen.Choose(0, 0xFFFF).Select(i => (char)i))
        .ListOf().Select(characters => string.Concat(characters)).ToArbitrary();

    [Fact]
    public void The_byte_count_is_that_of_the_text_as_UTF8() => Check(Texts, text =>
    {
        foreach ((bool utf8, bool list) in new[] { (true, true), (true, false), (false, true), (false, false) })
        {
            using LiteralSink sink = new(utf8, list);
            sink.Sql("`ä`");
            sink.Write(text);
            sink.Separator();
            sink.Write(text);
            if (sink.ByteCount != System.Text.Encoding.UTF8.GetByteCount(sink.ToString()))
                return false;
        }

        return true;
    });

    [Fact]
    public void A_text_can_be_read_back_from_its_literal_without_escapes() => Check(Texts, text => ReadBack(Literal(s => s.Write(text))) == Stored(text));

    [Fact]
    public void A_literal_holds_no_backslash_and_no_NUL() => Check(Texts, text => Literal(s => s.Write(text)).IndexOfAny(['\\', '\0']) < 0);

    [Fact]
    public void A_double_can_be_read_back() => Check(ArbMap.Default.ArbFor<double>(), value => !double.IsFinite(value)
        || BitConverter.DoubleToInt64Bits(double.Parse(Literal(s => s.Write(value)), CultureInfo.InvariantCulture)) == BitConverter.DoubleToInt64Bits(value));

    [Fact]
    public void A_float_can_be_read_back() => Check(ArbMap.Default.ArbFor<float>(), value => !float.IsFinite(value)
        || (float)double.Parse(Literal(s => s.Write(value)), CultureInfo.InvariantCulture) == value);

    [Fact]
    public void A_decimal_can_be_read_back() => Check(
        ArbMap.Default.ArbFor<decimal>(), value => decimal.Parse(Literal(s => s.Write(value)), CultureInfo.InvariantCulture) == value);

    [Fact]
    public void A_date_and_time_is_what_the_invariant_format_says() => Check(
        ArbMap.Default.ArbFor<DateTime>(), value => Literal(s => s.Write(value)) == value.ToString(@"\'yyyy-MM-dd HH:mm:ss.ffffff\'", CultureInfo.InvariantCulture));

    [Fact]
    public void A_time_span_is_what_the_invariant_format_says() => Check(ArbMap.Default.ArbFor<long>().Convert(ticks => TimeSpan.FromTicks(ticks % (839 * TimeSpan.TicksPerHour)), t => t.Ticks), value =>
    {
        TimeSpan positive = value.Duration();
        string hours = ((long)positive.Days * 24 + positive.Hours).ToString("00", CultureInfo.InvariantCulture);
        string expected = $"'{(value < TimeSpan.Zero ? "-" : "")}{hours}:{positive.ToString(@"mm\:ss\.ffffff", CultureInfo.InvariantCulture)}'";
        return Literal(s => s.Write(value)) == expected;
    });

    private static void Check<T>(Arbitrary<T> values, Func<T, bool> holds) => Prop.ForAll(values, holds).Check(Many);

    private static string Literal(Action<LiteralSink> write)
    {
        using LiteralSink sink = new(textIsUtf8: true, derivedList: false);
        write(sink);
        return sink.ToString();
    }

    // This is how a server with NO_BACKSLASH_ESCAPES reads it; with escapes the result is the same, since there is no backslash.
    private static string ReadBack(string literal)
        => literal.StartsWith("_utf8mb4 X'", StringComparison.Ordinal)
            ? System.Text.Encoding.UTF8.GetString(Convert.FromHexString(literal["_utf8mb4 X'".Length..^1]))
            : Stored(literal[1..^1].Replace("''", "'", StringComparison.Ordinal));

    // A lone surrogate is not a character; UTF-8 replaces it with U+FFFD.
    private static string Stored(string text) => System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(text));
}
