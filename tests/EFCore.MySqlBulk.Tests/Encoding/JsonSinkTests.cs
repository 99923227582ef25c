using System.Text.Json;
using EFCore.MySqlBulk.Encoding;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>What another JSON reader makes of a list is what was written.</summary>
public sealed class JsonSinkTests
{
    [Fact]
    public void Numbers_are_plain_whatever_the_culture()
    {
        using CultureScope culture = new("de-DE");
        JsonSink sink = new(isBase64: false);
        Write(sink, s => s.Write(long.MinValue), s => s.Write(ulong.MaxValue), s => s.Write(true), s => s.Write(0.1), s => s.Write(1e300), s => s.Write(0.1f), s => s.Write(double.NaN), s => s.Null());
        Assert.Equal("[-9223372036854775808,18446744073709551615,1,0.1,1E+300,0.10000000149011612,null,null]", sink.Finish());
    }

    [Fact]
    public void Other_values_are_texts_in_Base64()
    {
        using CultureScope culture = new("de-DE");
        JsonSink sink = new(isBase64: true);
        DateTime time = new DateTime(2024, 2, 29, 1, 2, 3).AddTicks(45_678);
        Write(
            sink, s => s.Write(-1.50m), s => s.Write(time), s => s.Write(DateOnly.FromDateTime(time)), s => s.Write(new TimeSpan(-34, 0, -1)), s => s.Write([0x27, 0xFF]),
            s => s.WriteGuidText(Guid.Empty), s => s.Write('"'));
        Assert.Equal(
            ["-1.50", "2024-02-29 01:02:03.004567", "2024-02-29", "-34:00:01.000000", "27FF", "00000000-0000-0000-0000-000000000000", "\""], Read(sink).Select(item => item.GetString()));
    }

    [Fact]
    public void Any_text_is_read_back() => Prop.ForAll(ArbMap.Default.ArbFor<string[]>(), IsReadBack).QuickCheckThrowOnFailure();

    [Fact]
    public void Items_with_parts_are_arrays_and_a_cleared_list_is_empty()
    {
        JsonSink sink = new(isBase64: false);
        for (int i = 0; i < 2; i++)
        {
            sink.BeginItem(hasParts: true);
            sink.Write(i);
            sink.Separator();
            sink.Write(i + 10);
            sink.EndItem(hasParts: true);
        }

        Assert.Equal("[[0,10],[1,11]]", sink.Finish());
        sink.Clear();
        Assert.Equal("[]", sink.Finish());
    }

    [Theory]
    [InlineData("0x00FF", "00FF")]
    [InlineData("X'00FF'", "00FF")]
    [InlineData("'00ff'", null)]
    public void Only_binary_literals_have_digits(string literal, string? digits) => Assert.Equal(digits, JsonSink.HexDigits(literal));

    private static void IsReadBack(string[] texts)
    {
        // A lone surrogate has no UTF-8.
        string[] whole = [.. texts.Where(text => text is not null && !text.Any(char.IsSurrogate)), "\"", "\\", "\\u0041", "\0\n\u001f", "é漢", "😀", "{0}'"];
        JsonSink sink = new(isBase64: true);
        foreach (string text in whole)
            Write(sink, s => s.Write(text));
        int bytes = sink.ByteCount;
        string sent = sink.Finish();
        Assert.InRange(sent.Length, 1, bytes + 8);
        Assert.Equal(whole, JsonDocument.Parse(Convert.FromBase64String(sent)).RootElement.EnumerateArray().Select(item => item.GetString()));
    }

    private static void Write(JsonSink sink, params Action<JsonSink>[] writes)
    {
        foreach (Action<JsonSink> write in writes)
        {
            sink.BeginItem(hasParts: false);
            write(sink);
            sink.EndItem(hasParts: false);
        }
    }

    private static JsonElement[] Read(JsonSink sink) => [.. JsonDocument.Parse(Convert.FromBase64String(sink.Finish())).RootElement.EnumerateArray()];
}
